import PlayheadFlux

/// Opens the second level of the menu, for one kind of item, or goes back to the first level.
package struct OpenMenu: Action {
  package static let actionName = "OpenMenu"

  /// The scene.
  package var scene: Scene
  /// The kind; nil for the first level.
  package var kind: ItemKind?

  package init(_ kind: ItemKind?, in scene: Scene = .film) {
    self.scene = scene
    self.kind = kind
  }
}
