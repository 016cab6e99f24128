import PlayheadFlux

/// Repeats the edits of the last `Undo`. Without one, changes nothing.
package struct Redo: Action {
  package static let actionName = "Redo"

  package init() {}
}
