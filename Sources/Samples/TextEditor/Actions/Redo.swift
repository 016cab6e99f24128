import PlayheadFlux

/// Makes the edits again that the last `Undo` took back; without one, changes nothing.
package struct Redo: Action {
  /// What logs call it.
  package static let actionName = "Redo"

  /// A redo.
  package init() {}
}
