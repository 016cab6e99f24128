import PlayheadFlux

/// Undoes a scene's last edit. Without one, changes nothing.
package struct Undo: Action {
  package static let actionName = "Undo"

  /// The scene.
  package var scene: Scene

  package init(in scene: Scene = .film) { self.scene = scene }
}

/// Repeats the edit of the last `Undo`. Without one, changes nothing.
package struct Redo: Action {
  package static let actionName = "Redo"

  /// The scene.
  package var scene: Scene

  package init(in scene: Scene = .film) { self.scene = scene }
}
