/// Decides whether a user may see the items, for example by a passcode, a fingerprint or a server.
package protocol Authenticator: Sendable {
  /// Whether `code` is right. May take time. The task is cancelled when the answer is no longer needed.
  func accepts(_ code: String) async -> Bool
}
