import PlayheadFlux

/// Selects an item, wherever the user touched it: in the preview, on the track, or by its name.
package struct SelectItem: Action {
  package static let actionName = "SelectItem"

  /// The scene.
  package var scene: Scene
  /// The item's ID; nil selects nothing.
  package var item: ItemID?

  package init(_ item: ItemID) {
    scene = item.scene
    self.item = item
  }

  /// Selects nothing.
  package init(nothingIn scene: Scene) { self.scene = scene }
}
