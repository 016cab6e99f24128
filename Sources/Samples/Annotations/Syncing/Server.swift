/// What the changes are sent to.
package protocol Server: Sendable {
  /// Asks the server to take `change`. To ask twice does no harm: it knows a change by its `id`.
  ///
  /// - Throws: ``ServerUnreachable``: the server may have taken the change, or not.
  func send(_ change: Change) async throws(ServerUnreachable) -> ServerAnswer
}

/// What a server says to a change.
package enum ServerAnswer: Hashable, Sendable {
  /// It is everybody's now.
  case accepted
  /// It breaks a rule, which the sentence says.
  case rejected(String)
}

/// No answer came.
package struct ServerUnreachable: Error, Hashable, Sendable {
  /// No answer.
  package init() {}
}
