package import Foundation

/// Asks a server of this machine. Each request has a connection of its own, and waits for its reply.
package struct ServerClient: Sendable {
  package let address: ServerAddress
  /// Asked several times a second; true ends the wait.
  private let isCancelled: @Sendable () -> Bool

  package init(
    _ address: ServerAddress, isCancelled: @escaping @Sendable () -> Bool = { Task.isCancelled }
  ) {
    (self.address, self.isCancelled) = (address, isCancelled)
  }

  /// The body of a reply to `GET`.
  package func get(_ path: String) throws -> Data {
    var body = Data()
    try send("GET", path, nil) { body += $0 }
    return body
  }

  /// Sends JSON by `POST`, and calls `onLine` with each line of the reply.
  package func post(_ path: String, _ json: Data, _ onLine: (Data) throws -> Void) throws {
    var line = Data()
    try send("POST", path, json) { bytes in
      var rest = bytes
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        try onLine(line + rest[..<end])
        (line, rest) = (Data(), rest[(end + 1)...])
      }
      line += rest
    }
    if !line.isEmpty { try onLine(line) }
  }

  private func send(
    _ method: String, _ path: String, _ body: Data?, _ onBytes: (Data) throws -> Void
  ) throws {
    let socket: Int32
    do throws(SocketError) {
      socket = try Sockets.connect(address.family, port: address.port)
    } catch {
      throw ServerClientError.noServer(address, reason: error.reason)
    }
    defer { close(socket) }
    var head =
      "\(method) \(address.path)\(path) HTTP/1.1\r\nHost: \(address.host):\(address.port)\r\n"
    if let body {
      head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
    }
    try write(Array((head + "\r\n").utf8) + (body ?? Data()), to: socket)
    var reply = ReplyReader()
    while !reply.isOver {
      guard let bytes = try read(socket) else { throw ServerClientError.cutOff(address) }
      try reply.read(bytes, onBytes)
    }
    if reply.status != 200 { throw ServerClientError.refused(address, reply.refusal) }
  }

  private func write(_ bytes: [UInt8], to socket: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch Sockets.write(socket, rest) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wait: try wait(socket, POLLOUT)
      // The reply may say why.
      case .end: return
      }
    }
  }

  /// The next bytes; nil at the end.
  private func read(_ socket: Int32) throws -> Data? {
    while true {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      switch buffer.withUnsafeMutableBytes({ Sockets.read(socket, into: $0) }) {
      case .bytes(let count): return Data(buffer[..<count])
      case .wait: try wait(socket, POLLIN)
      case .end: return nil
      }
    }
  }

  private func wait(_ socket: Int32, _ events: Int32) throws {
    if isCancelled() { throw CancellationError() }
    var descriptors = [pollfd(fd: socket, events: Int16(events), revents: 0)]
    Sockets.wait(for: &descriptors, .milliseconds(50))
  }
}

/// Reads a reply as its bytes come.
struct ReplyReader {
  private var head: [UInt8] = []
  private var rest: [UInt8] = []
  private(set) var status = 0
  /// The body of a reply that is no answer.
  private(set) var refusal = Data()
  private(set) var isOver = false
  private var length: Length?

  private enum Length {
    case bytes(Int)
    case chunks
  }

  mutating func read(_ bytes: Data, _ onBytes: (Data) throws -> Void) throws {
    rest += bytes
    if length == nil { try readHead() }
    guard let length else { return }
    switch length {
    case .bytes(let count):
      let part = rest.prefix(count)
      try give(part, onBytes)
      rest = []
      self.length = .bytes(count - part.count)
      isOver = part.count == count
    case .chunks: while try readChunk(onBytes) {}
    }
  }

  private mutating func readHead() throws {
    let mark = Array("\r\n\r\n".utf8)
    guard let end = rest.firstRange(of: mark) else {
      if rest.count > RequestHead.longest { throw ServerClientError.noReply }
      return
    }
    let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).lowercased()
      .components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count > 1, words[0] == "http/1.1", let status = Int(words[1]) else {
      throw ServerClientError.noReply
    }
    self.status = status
    let count = lines.lazy.compactMap { line in
      line.hasPrefix("content-length: ") ? Int(line.dropFirst(16)) : nil
    }.first
    length = lines.contains("transfer-encoding: chunked") ? .chunks : .bytes(max(count ?? 0, 0))
    rest = Array(rest[end.upperBound...])
  }

  /// Reads a chunk of the body. Returns false if it is not there yet, or was the last.
  private mutating func readChunk(_ onBytes: (Data) throws -> Void) throws -> Bool {
    guard let end = rest.firstRange(of: Array("\r\n".utf8)) else { return false }
    let digits = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
    guard let count = Int(digits, radix: 16), 0...(1 << 30) ~= count else {
      throw ServerClientError.noReply
    }
    guard rest.count >= end.upperBound + count + 2 else { return false }
    try give(rest[end.upperBound..<end.upperBound + count], onBytes)
    rest = Array(rest[(end.upperBound + count + 2)...])
    isOver = count == 0
    return count > 0
  }

  private mutating func give(
    _ bytes: ArraySlice<UInt8>, _ onBytes: (Data) throws -> Void
  ) throws {
    if status == 200 { try onBytes(Data(bytes)) } else { refusal += bytes.prefix(10_000) }
  }
}

/// Why a server of this machine gives no answer.
package enum ServerClientError: Error, CustomStringConvertible {
  case noServer(ServerAddress, reason: String)
  case cutOff(ServerAddress)
  case refused(ServerAddress, Data)
  case noReply

  package var description: String {
    switch self {
    case .noServer(let address, let reason):
      "nothing answers at \(address) (\(reason)); 'playhead live' lists the apps that are running"
    case .cutOff(let address): "the app at \(address) has ended, or closed the connection"
    case .refused(let address, let text): Self.sentence(text) ?? "\(address) refuses the request"
    case .noReply: "the program at this address is not a Playhead server"
    }
  }

  /// The sentence of a refusal: as JSON, or as plain text.
  private static func sentence(_ text: Data) -> String? {
    struct Reply: Decodable {
      struct Reason: Decodable { var text: String }
      var error: Reason
    }
    if let reply = try? JSONDecoder().decode(Reply.self, from: text) { return reply.error.text }
    let plain = String(decoding: text, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    return plain.isEmpty ? nil : plain
  }
}
