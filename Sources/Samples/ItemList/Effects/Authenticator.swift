/// What knows whether somebody may see the items: a passcode, a fingerprint, a server.
package protocol Authenticator: Sendable {
  /// Whether `code` is the right one. It may take its time; its task is cancelled when the answer is
  /// no longer wanted.
  func accepts(_ code: String) async -> Bool
}
