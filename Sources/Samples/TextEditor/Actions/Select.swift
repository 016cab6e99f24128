import PlayheadFlux

/// Selects a part of the text, in either direction.
package struct Select: Action {
  package static let actionName = "Select"

  /// Where the selection begins. Outside the text, the nearest place counts.
  package var anchor: Int

  /// Where the selection ends, with the caret. May come before the anchor.
  package var head: Int

  package init(anchor: Int, head: Int) {
    self.anchor = anchor
    self.head = head
  }
}
