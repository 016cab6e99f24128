/// Who may ask a server, and at which address.
///
/// Any page in the user's browser can send requests to this machine, and any program on it can. A request needs the token,
/// which only the address has, and must come from no other page.
struct AccessRules: Sendable {
  let token: Token
  /// The exact names of the server in the header `Host`. Other names may have been made to lead here.
  private let hosts: [String]
  private let origins: [String]

  init(port: UInt16, _ token: Token) {
    self.token = token
    let names = ["127.0.0.1", "localhost", "[::1]"]
    // Browsers leave out the usual port.
    hosts = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
    origins = hosts.map { "http://\($0)" }
  }

  /// The path of a request below the token. Throws if the request may not be answered.
  func path(of head: RequestHead) throws(Refusal) -> String {
    guard let host = head.headers["host"], hosts.contains(host) else { throw .otherHost }
    if let origin = head.headers["origin"], !origins.contains(origin) { throw .otherOrigin }
    if let site = head.headers["sec-fetch-site"], site != "same-origin", site != "none" {
      throw .otherSite
    }
    guard let path = token.path(below: head.path) else { throw .notFound }
    return path
  }
}

/// A secret of 128 bits.
package struct Token: Equatable, Sendable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  package let description: String

  /// The token with these 32 hexadecimal digits.
  init(_ digits: String) { description = digits }

  /// Draws a token.
  package init(using random: inout some RandomNumberGenerator) {
    description = (0..<16).map { _ in
      let byte = UInt8.random(in: .min ... .max, using: &random)
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  /// The path after `/TOKEN/`; nil if it does not begin so. Takes as long wherever the first difference is.
  func path(below path: String) -> String? {
    let beginning = Array("/\(description)/".utf8)
    let bytes = Array(path.utf8)
    guard bytes.count >= beginning.count else { return nil }
    let difference = zip(bytes, beginning).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) }
    guard difference == 0 else { return nil }
    return String(decoding: bytes[beginning.count...], as: UTF8.self)
  }
}
