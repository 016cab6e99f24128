import PlayheadFlux

/// Takes a scene's last edit back; without one, changes nothing.
package struct Undo: Action {
  /// What logs call it.
  package static let actionName = "Undo"

  /// Where.
  package var scene: Scene

  /// An undo.
  package init(in scene: Scene = .film) { self.scene = scene }
}

/// Makes the edit again that the last `Undo` took back; without one, changes nothing.
package struct Redo: Action {
  /// What logs call it.
  package static let actionName = "Redo"

  /// Where.
  package var scene: Scene

  /// A redo.
  package init(in scene: Scene = .film) { self.scene = scene }
}
