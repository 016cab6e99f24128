import PlayheadFlux

/// Selects a part of the text, in either direction.
package struct Select: Action {
  /// What logs call it.
  package static let actionName = "Select"

  /// Where the selection begins; outside the text, the nearest place in it.
  package var anchor: Int

  /// Where it ends and the caret stands; may lie before the anchor.
  package var head: Int

  /// A selection.
  package init(anchor: Int, head: Int) {
    self.anchor = anchor
    self.head = head
  }
}
