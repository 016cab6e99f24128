/// The writer's caret and selection.
package struct Caret: Codable, Sendable, Equatable {
  /// Where the selection began; the same as `head` if nothing is selected.
  package private(set) var anchor = 0

  /// The scalar after the caret.
  package private(set) var head = 0

  /// A caret at the start.
  package init() {}

  /// The selected scalars, for either direction of the selection.
  package var selection: Range<Int> { min(anchor, head)..<max(anchor, head) }

  /// Selects a part of a text, as far as it exists. Returns whether anything changed.
  mutating func select(from anchor: Int, to head: Int, in text: TextBuffer) -> Bool {
    let old = self
    self.anchor = text.clamp(at: anchor, count: 0).lowerBound
    self.head = text.clamp(at: head, count: 0).lowerBound
    return self != old
  }
}
