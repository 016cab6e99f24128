/// The server that changes are sent to.
package protocol Server: Sendable {
  /// Sends `change` to the server. Sending a change twice is harmless, because the server knows its `id`.
  ///
  /// - Throws: ``ServerUnreachable``. The server may or may not have accepted the change.
  func send(_ change: Change) async throws(ServerUnreachable) -> ServerAnswer
}

/// A server's answer to a change.
package enum ServerAnswer: Hashable, Sendable {
  /// All project members have the change now.
  case accepted
  /// The change breaks a rule, which the sentence names.
  case rejected(String)
}

/// No answer came.
package struct ServerUnreachable: Error, Hashable, Sendable {
  package init() {}
}
