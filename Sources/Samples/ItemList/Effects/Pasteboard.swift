/// Where copied texts go.
package protocol Pasteboard: Sendable {
  /// Puts `text` in place of what is there.
  func copy(_ text: String)
}

/// A pasteboard of the app's own.
package final class MemoryPasteboard: Pasteboard {
  private let content = Locked<String?>(nil)

  /// An empty pasteboard.
  package init() {}

  /// What was copied last.
  package var text: String? { content.value }

  /// Puts `text` in place of what is there.
  package func copy(_ text: String) { content.withLock { $0 = text } }
}
