import Foundation
import PlayheadFlux
import Testing

@testable import PlayheadServer

/// A client that sends any bytes, and reads with a time limit.
final class RawClient {
  let socket: Int32
  private(set) var received: [UInt8] = []
  /// Whether the server has ended the connection.
  private(set) var isOver = false

  /// Connects to a port of the loopback interface. With a small `window`, the system keeps few unread bytes.
  init(_ port: UInt16, _ family: Sockets.Family = .v4, window: Int32? = nil) throws {
    #if canImport(Glibc)
      socket = Foundation.socket(
        family == .v4 ? AF_INET : AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Foundation.socket(family == .v4 ? AF_INET : AF_INET6, SOCK_STREAM, 0)
    #endif
    if var window {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
    }
    let result = Sockets.withAddress(family, port) { connect(socket, $0, $1) }
    guard result == 0 else { throw SocketError() }
  }

  deinit { Foundation.close(socket) }

  /// Sends bytes. Returns whether the server takes them.
  @discardableResult func send(_ bytes: some Sequence<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      guard case .bytes(let count) = Sockets.write(socket, rest) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult func send(_ text: String) -> Bool { send(text.utf8) }

  func endSending() { Sockets.endWriting(socket) }

  /// Reads until `isEnough`, or the end, or for so many seconds. Returns whether it was enough.
  @discardableResult func read(
    within seconds: Double = 20, until isEnough: ([UInt8]) -> Bool = { _ in false }
  ) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isEnough(received) {
      if isOver || .now >= end { return false }
      var descriptors = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
      Sockets.wait(for: &descriptors, min(.milliseconds(100), end - .now))
      guard descriptors[0].revents != 0 else { continue }
      var transfer = Sockets.Transfer.wait
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        transfer = Sockets.read(socket, into: UnsafeMutableRawBufferPointer(buffer))
        if case .bytes(let read) = transfer { count = read }
      }
      received += bytes
      isOver = transfer == .end
    }
    return true
  }

  var text: String { String(decoding: received, as: UTF8.self) }

  /// The reply, read to its end.
  func reply(within seconds: Double = 20) throws -> RawReply {
    read(within: seconds)
    try #require(isOver, "the server has not ended the connection: \(text.prefix(200))")
    return try RawReply(received)
  }
}

/// A reply as a client understands it.
struct RawReply {
  let status: Int
  let headers: [String: String]
  let body: [UInt8]
  /// Whether the body has its end.
  let isWhole: Bool

  init(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let end = try #require(text.range(of: "\r\n\r\n"), "there is no head: \(text.prefix(200))")
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    status = try #require(Int(lines[0].split(separator: " ")[1]))
    headers = Dictionary(
      uniqueKeysWithValues: lines.dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
      })
    let rest = bytes.dropFirst(text[..<end.upperBound].utf8.count)
    if headers["transfer-encoding"] == "chunked" {
      (body, isWhole) = Self.unchunked(rest)
    } else {
      (body, isWhole) = (Array(rest), Int(headers["content-length"] ?? "0") == rest.count)
    }
  }

  /// The body as far as it has come.
  private static func unchunked(_ bytes: ArraySlice<UInt8>) -> (body: [UInt8], isWhole: Bool) {
    var (rest, body) = (bytes, [UInt8]())
    while let end = rest.firstIndex(of: UInt8(ascii: "\r")),
      let count = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16)
    {
      let content = rest.dropFirst(end + 2 - rest.startIndex)
      body += content.prefix(count)
      guard content.count >= count + 2 else { break }
      if count == 0 { return (body, content.count == 2) }
      rest = content.dropFirst(count + 2)
    }
    return (body, false)
  }

  var text: String { String(decoding: body, as: UTF8.self) }
  var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// An event of a stream.
struct ServerEvent: Equatable {
  var id = ""
  var name = "message"
  var data = ""

  /// The whole events in a text.
  static func all(in text: String) -> [ServerEvent] {
    text.components(separatedBy: "\n\n").dropLast().compactMap { block in
      var event = ServerEvent()
      for line in block.split(separator: "\n") {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
          .map(String.init)
        switch parts[0] {
        case "id": event.id = parts[1].trimmingCharacters(in: .whitespaces)
        case "event": event.name = parts[1].trimmingCharacters(in: .whitespaces)
        case "data": event.data += parts[1].dropFirst()
        default: break
        }
      }
      return event.data.isEmpty ? nil : event
    }
  }
}

extension SplitMix64 {
  /// A number from 0 up to but not including the limit.
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
