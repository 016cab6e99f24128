/// The address of a session at a server of this machine.
package struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  let family: Sockets.Family
  let host: String
  let port: UInt16
  /// With a slash at both ends.
  let path: String

  /// The address in a text such as `http://127.0.0.1:51234/6f1c…/`, whose last slash may be missing; nil if it is none of
  /// this machine.
  package init?(_ text: String) {
    guard
      let match = text.wholeMatch(
        of: /http:\/\/(127\.0\.0\.1|localhost|\[::1\]):([0-9]+)(\/[0-9a-f]{32}(?:\/[0-9]+)?)\/?/),
      let port = UInt16(match.output.2), port > 0
    else { return nil }
    (host, self.port, path) = (String(match.output.1), port, "\(match.output.3)/")
    family = host == "[::1]" ? .v6 : .v4
  }

  /// Whether a text looks like the address of a page, of this machine or not.
  package static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("http://") || text.hasPrefix("https://")
  }

  package var description: String { "http://\(host):\(port)\(path)" }
}
