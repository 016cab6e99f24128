import PlayheadFlux

/// Opens the second level of the menu, with what there is to do with one kind of item, or goes back to
/// the first.
package struct OpenMenu: Action {
  /// What logs call it.
  package static let actionName = "OpenMenu"

  /// Where.
  package var scene: Scene
  /// The kind; nil is the first level.
  package var kind: ItemKind?

  /// Opens a menu.
  package init(_ kind: ItemKind?, in scene: Scene = .film) {
    self.scene = scene
    self.kind = kind
  }
}
