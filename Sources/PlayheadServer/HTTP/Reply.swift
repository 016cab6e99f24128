import Foundation

/// What a client gets: bytes, and then those of a source, if there is one.
struct Reply {
  var bytes: [UInt8]
  var source: (any ByteSource)?
}

/// Makes the bytes of a reply as the client reads them.
protocol ByteSource: AnyObject {
  /// The next bytes: none if they are not there yet, nil at the end.
  func next() -> [UInt8]?
  /// Called if the client has gone before the end.
  func abandon()
}

extension Reply {
  /// How the end of a body shows.
  enum Length {
    case none
    case bytes(Int)
    /// The body consists of ``chunk(_:)``s, with ``lastChunk`` at its end.
    case chunked
  }

  /// A whole reply.
  init(_ status: Int, _ type: String, _ body: [UInt8], policy: String = noContent) {
    self.init(bytes: Self.head(status, type, .bytes(body.count), policy: policy) + body)
  }

  /// A page, which `make` makes with a word that only the page and its policy have: nothing else in it is run. It may ask
  /// its own server, and show pictures that are in it.
  static func page(_ make: (_ nonce: String) -> String) -> Reply {
    let nonce = UUID().uuidString.lowercased()
    let policy =
      "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src 'self'; "
      + "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return Reply(200, "text/html; charset=utf-8", Array(make(nonce).utf8), policy: policy)
  }

  init(_ refusal: Refusal) {
    self.init(refusal.status, "text/plain; charset=utf-8", Array("\(refusal.sentence)\n".utf8))
  }

  /// The content security policy of replies that are no pages.
  static let noContent = "default-src 'none'; frame-ancestors 'none'"

  /// The head of a reply. None allows another origin to read it, and none is kept by a cache.
  static func head(
    _ status: Int, _ type: String?, _ length: Length, policy: String = noContent
  ) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(reasons[status] ?? "")"]
    if let type { lines.append("Content-Type: \(type)") }
    switch length {
    case .none: break
    case .bytes(let count): lines.append("Content-Length: \(count)")
    case .chunked: lines.append("Transfer-Encoding: chunked")
    }
    if status == 405 { lines.append("Allow: GET, POST") }
    lines += [
      "Connection: close", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
      // The token is in the address.
      "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
      "Cross-Origin-Opener-Policy: same-origin", "Content-Security-Policy: \(policy)",
    ]
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private static let reasons = [
    200: "OK", 204: "No Content", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 411: "Length Required",
    413: "Content Too Large", 415: "Unsupported Media Type", 421: "Misdirected Request",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
    503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]

  /// A part of a body. `bytes` must not be empty, because that would be the end.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }

  static let lastChunk = Array("0\r\n\r\n".utf8)
}
