import PlayheadFlux

/// Changes the words of a text, the picture of a sticker, the look of a filter or the name of a clip.
package struct RenameItem: ItemEdit {
  package static let actionName = "RenameItem"

  /// The item's ID.
  package var item: ItemID
  /// The new name.
  package var name: String

  package init(_ item: ItemID, to name: String) {
    self.item = item
    self.name = name
  }

  /// Renames a clip.
  package func apply(to tracks: inout [Track]) { tracks.change(item.number) { $0.name = name } }

  /// Renames an overlay.
  package func apply(to overlays: inout [Overlay]) {
    overlays.change(item.number) { $0.name = name }
  }
}
