import PlayheadFlux

/// Takes the last group of edits back; without one, changes nothing.
package struct Undo: Action {
  /// What logs call it.
  package static let actionName = "Undo"

  /// An undo.
  package init() {}
}
