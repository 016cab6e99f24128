import PlayheadServer
import Testing

/// What the server's reader understands, and what it refuses.
@Suite struct RequestHeadTests {
  private static let good =
    "POST /6f1c/ask?a?b HTTP/1.1\r\nHost: 127.0.0.1:80\r\nX-Tab:\t v \t\r\nempty:\r\n"
    + "content-length: 2\r\n\r\n"

  @Test func `a request has its method, path, query, headers and length of its body`() throws {
    let (head, length) = try #require(try RequestHead.parse(Array((Self.good + "{}").utf8)))
    #expect(length == Self.good.utf8.count)
    #expect(head.method == .post && head.path == "/6f1c/ask" && head.query == "a?b")
    let headers = [
      "host": "127.0.0.1:80", "x-tab": "v", "empty": "", "content-length": "2",
    ]
    #expect(head.headers == headers && head.bodyLength == 2)
  }

  @Test func `a request that is cut at any byte is waited for`() throws {
    let bytes = Array(Self.good.utf8)
    for count in bytes.indices {
      #expect(try RequestHead.parse(Array(bytes[..<count])) == nil, "\(count) bytes")
    }
  }

  /// First lines, or whole heads, and why they are refused.
  private static let bad: [(String, Refusal)] = [
    ("get / HTTP/1.1", .malformed), (" GET / HTTP/1.1", .malformed),
    ("GET  / HTTP/1.1", .malformed),
    ("GET / HTTP/1.1 ", .malformed), ("GET /", .malformed), ("GET / HTTPS/1.1", .malformed),
    ("GET http://127.0.0.1/ HTTP/1.1", .malformed), ("GET * HTTP/1.1", .malformed),
    ("CONNECT 127.0.0.1:80 HTTP/1.1", .malformed), ("GET /\u{E9} HTTP/1.1", .malformed),
    ("GET /\t HTTP/1.1", .malformed), ("GET / HTTP/1.1\nHost: a", .malformed),
    ("GET / HTTP/1.1\rHost: a", .malformed), ("GET /\0 HTTP/1.1", .malformed),
    ("GET / HTTP/1.0", .otherVersion), ("GET / HTTP/2", .otherVersion),
    ("GET / HTTP/1.10", .otherVersion), ("HEAD / HTTP/1.1", .otherMethod),
    ("OPTIONS / HTTP/1.1", .otherMethod), ("PUT / HTTP/1.1", .otherMethod),
    ("GET / HTTP/1.1", .malformed),  // There is no Host.
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: a", .malformed),
    ("GET / HTTP/1.1\r\nHost: a\r\nOrigin: b\r\norigin: c", .malformed),
    ("GET / HTTP/1.1\r\nHost : a", .malformed), ("GET / HTTP/1.1\r\n Host: a", .malformed),
    ("GET / HTTP/1.1\r\nHost: a\r\n folded", .malformed), ("GET / HTTP/1.1\r\nHost", .malformed),
    ("GET / HTTP/1.1\r\n: a\r\nHost: a", .malformed), ("GET / HTTP/1.1\r\nH\u{E9}: a", .malformed),
    ("GET / HTTP/1.1\r\nHost: a\0b", .malformed), ("GET / HTTP/1.1\r\nHost: a\u{7F}", .malformed),
    ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 2", .malformed),
    ("POST / HTTP/1.1\r\nHost: a", .noLength),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ", .malformed),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1", .malformed),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1", .malformed),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1", .malformed),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1", .malformed),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 262145", .bodyTooLong),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999", .bodyTooLong),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked", .encodedBody),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\nContent-Length: 1", .encodedBody),
  ]

  @Test(arguments: bad)
  private func `a malformed request is refused with its reason`(lines: String, refusal: Refusal) {
    #expect(throws: refusal) { try RequestHead.parse(Array((lines + "\r\n\r\n").utf8)) }
  }

  @Test func `a handshake of TLS is refused at its first byte`() {
    #expect(throws: Refusal.malformed) { try RequestHead.parse([0x16]) }
  }

  @Test func `a head may be as long as the limit and no longer`() throws {
    func head(_ length: Int) -> [UInt8] {
      let start = "GET / HTTP/1.1\r\nHost: a\r\nX: "
      let rest = length - start.utf8.count - 4
      return Array((start + String(repeating: "x", count: rest) + "\r\n\r\n").utf8)
    }
    let limit = RequestHead.longest
    #expect(try RequestHead.parse(head(limit))?.length == limit)
    #expect(try RequestHead.parse(Array(head(limit).dropLast())) == nil)
    #expect(throws: Refusal.headTooLong) { try RequestHead.parse(head(limit + 1)) }
    #expect(throws: Refusal.headTooLong) { try RequestHead.parse(Array(head(2 * limit)[..<limit])) }
  }

  @Test func `a hundred headers are read and no more`() throws {
    func head(_ count: Int) -> [UInt8] {
      let others = (1..<count).map { "X\($0): a\r\n" }.joined()
      return Array("GET / HTTP/1.1\r\nHost: a\r\n\(others)\r\n".utf8)
    }
    #expect(try RequestHead.parse(head(100))?.head.headers.count == 100)
    #expect(throws: Refusal.malformed) { try RequestHead.parse(head(101)) }
  }

  @Test func `each refusal has a status of an error and says what is wrong`() {
    for refusal in Refusal.allCases {
      #expect(400..<600 ~= refusal.status && refusal.sentence.count > 20, "\(refusal)")
    }
    #expect(Set(Refusal.allCases.map(\.sentence)).count == Refusal.allCases.count - 1)
  }
}
