/// Where the writer is.
package struct Caret: Codable, Sendable, Equatable {
  /// Where the selection began; the same as `head` while nothing is selected.
  package private(set) var anchor = 0

  /// The scalar before which the caret stands.
  package private(set) var head = 0

  /// A caret at the start.
  package init() {}

  /// The selected scalars, whichever way they were selected.
  package var selection: Range<Int> { min(anchor, head)..<max(anchor, head) }

  /// Selects what exists of a part of a text; returns whether anything is different now.
  mutating func select(from anchor: Int, to head: Int, in text: TextBuffer) -> Bool {
    let old = self
    self.anchor = text.clamp(at: anchor, count: 0).lowerBound
    self.head = text.clamp(at: head, count: 0).lowerBound
    return self != old
  }
}
