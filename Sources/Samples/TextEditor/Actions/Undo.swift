import PlayheadFlux

/// Undoes the last group of edits. Without one, changes nothing.
package struct Undo: Action {
  package static let actionName = "Undo"

  package init() {}
}
