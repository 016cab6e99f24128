/// The document that is being written.
package struct Document: Codable, Sendable {
  /// The text; logs show it as one string.
  package var text = TextBuffer()

  /// An empty document.
  package init() {}

  /// Applies edits in order.
  mutating func apply(_ edits: [Edit]) {
    for edit in edits { edit.apply(to: &text) }
  }
}
