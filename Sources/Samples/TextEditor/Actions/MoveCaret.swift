import PlayheadFlux

/// Moves the caret, and selects nothing.
package struct MoveCaret: Action {
  package static let actionName = "MoveCaret"

  /// The scalar after the caret. Outside the text, the nearest place counts.
  package var to: Int

  package init(to: Int) {
    self.to = to
  }
}
