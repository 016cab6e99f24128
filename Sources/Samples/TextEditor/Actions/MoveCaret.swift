import PlayheadFlux

/// Puts the caret somewhere, with nothing selected.
package struct MoveCaret: Action {
  /// What logs call it.
  package static let actionName = "MoveCaret"

  /// The scalar before which the caret stands; outside the text, the nearest place in it.
  package var to: Int

  /// A move.
  package init(to: Int) {
    self.to = to
  }
}
