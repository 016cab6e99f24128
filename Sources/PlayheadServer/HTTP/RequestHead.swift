/// The head of an HTTP request: its first line and its headers.
///
/// Nothing is decoded or normalized, and what is written in an unusual way is refused: two readers of one request must
/// never understand it differently.
package struct RequestHead: Equatable, Sendable {
  package enum Method: String, Sendable { case get = "GET", post = "POST" }

  package let method: Method
  /// The target up to its first question mark, byte for byte.
  package let path: String
  /// What comes after the question mark; nil without one.
  package let query: String?
  /// The values by their names, in lower case. No name comes twice.
  package let headers: [String: String]
  /// The number of bytes after the head.
  package let bodyLength: Int
}

extension RequestHead {
  /// The most bytes of a head. Browsers send less than 2 KiB, and up to 8 KiB of cookies that other servers on this
  /// machine have set.
  package static let longest = 16 << 10
  /// The most bytes of a body: a question with a few hundred edits.
  package static let longestBody = 256 << 10
  /// The most headers. Browsers send about 15.
  private static let mostHeaders = 100

  private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

  /// The head that `bytes` begin with, and its length with the empty line at its end; nil if more bytes must come.
  package static func parse(
    _ bytes: [UInt8]
  ) throws(Refusal) -> (head: RequestHead, length: Int)? {
    // Without this, a browser that tries TLS would wait for the time limit.
    if let first = bytes.first, !isCapital(first) { throw .malformed }
    guard let length = length(of: bytes) else {
      if bytes.count >= longest { throw .headTooLong }
      return nil
    }
    return (try RequestHead(lines(of: bytes[..<(length - 4)])), length)
  }

  /// The number of bytes up to the end of the first empty line, if that comes in time.
  private static func length(of bytes: [UInt8]) -> Int? {
    var place = 3
    while place < min(bytes.count, longest) {
      if bytes[place] == lineFeed, bytes[place - 1] == carriageReturn,
        bytes[place - 2] == lineFeed, bytes[place - 3] == carriageReturn
      {
        return place + 1
      }
      place += 1
    }
    return nil
  }

  /// The lines without their ends.
  private static func lines(
    of bytes: ArraySlice<UInt8>
  ) throws(Refusal) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = bytes
    while let end = rest.firstIndex(of: carriageReturn) {
      guard rest.dropFirst(end + 1 - rest.startIndex).first == lineFeed else { throw .malformed }
      lines.append(rest[..<end])
      rest = rest[(end + 2)...]
    }
    lines.append(rest)
    // Control characters, also single ends of lines, except for tabs.
    guard lines.allSatisfy({ $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }),
      lines.count <= mostHeaders + 1
    else { throw .malformed }
    return lines
  }

  private init(_ lines: [ArraySlice<UInt8>]) throws(Refusal) {
    let words = lines[0].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[1].first == UInt8(ascii: "/"),
      words[1].allSatisfy({ 0x21...0x7E ~= $0 }), words[2].starts(with: "HTTP/".utf8)
    else { throw .malformed }
    guard words[2].elementsEqual("HTTP/1.1".utf8) else { throw .otherVersion }
    guard let method = Method(rawValue: Self.text(words[0])) else { throw .otherMethod }
    self.method = method
    let target = words[1].split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    path = Self.text(target[0])
    query = target.count > 1 ? Self.text(target[1]) : nil
    headers = try Self.headers(lines.dropFirst())
    bodyLength = try Self.bodyLength(method, headers)
  }

  private static func headers(
    _ lines: ArraySlice<ArraySlice<UInt8>>
  ) throws(Refusal) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      let parts = line.split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(isOfName) else {
        throw .malformed
      }
      let value = headers.updateValue(
        text(parts[1].trimmed), forKey: text(parts[0]).lowercased())
      guard value == nil else { throw .malformed }
    }
    guard headers["host"] != nil else { throw .malformed }
    return headers
  }

  private static func bodyLength(
    _ method: Method, _ headers: [String: String]
  ) throws(Refusal) -> Int {
    if headers["transfer-encoding"] != nil { throw .encodedBody }
    guard let text = headers["content-length"] else {
      if method == .post { throw .noLength }
      return 0
    }
    guard !text.isEmpty, text.utf8.allSatisfy(isDigit) else { throw .malformed }
    guard let length = Int(text), length <= longestBody else { throw .bodyTooLong }
    guard method == .post || length == 0 else { throw .malformed }
    return length
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Whether a header's name may have the byte.
  private static func isOfName(_ byte: UInt8) -> Bool {
    isCapital(byte) || isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces and tabs at both ends.
  fileprivate var trimmed: ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let start = drop(while: isSpace)
    return start.lastIndex { !isSpace($0) }.map { start[...$0] } ?? start
  }
}
