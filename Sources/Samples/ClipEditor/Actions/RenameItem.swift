import PlayheadFlux

/// Gives a text other words, a sticker another picture, a filter another look or a clip another name.
package struct RenameItem: ItemEdit {
  /// What logs call it.
  package static let actionName = "RenameItem"

  /// The item.
  package var item: ItemID
  /// What it says from now on.
  package var name: String

  /// A new name.
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
