import PlayheadFlux

/// Selects an item, wherever a person has touched it: in the preview, on the track, or by its name.
package struct SelectItem: Action {
  /// What logs call it.
  package static let actionName = "SelectItem"

  /// Where.
  package var scene: Scene
  /// The item's kind and number; nil selects nothing.
  package var item: ItemID?

  /// A selection.
  package init(_ item: ItemID) {
    scene = item.scene
    self.item = item
  }

  /// The end of a selection.
  package init(nothingIn scene: Scene) { self.scene = scene }
}
