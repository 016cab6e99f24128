/// A pasteboard for copied texts.
package protocol Pasteboard: Sendable {
  /// Replaces the pasteboard's text.
  func copy(_ text: String)
}

/// A pasteboard in the app's own memory.
package final class MemoryPasteboard: Pasteboard {
  private let content = Locked<String?>(nil)

  package init() {}

  /// The text that was copied last.
  package var text: String? { content.value }

  /// Replaces the pasteboard's text.
  package func copy(_ text: String) { content.withLock { $0 = text } }
}
