import PlayheadFlux

/// Deletes an item.
package struct DeleteItem: ItemEdit {
  /// What logs call it.
  package static let actionName = "DeleteItem"

  /// The item.
  package var item: ItemID

  /// A deletion.
  package init(_ item: ItemID) { self.item = item }

  /// Takes a clip off its track; the later ones move up.
  package func apply(to tracks: inout [Track]) {
    guard let (track, index) = tracks.find(item.number) else { return }
    tracks[track].clips.remove(at: index)
  }

  /// Takes an overlay away.
  package func apply(to overlays: inout [Overlay]) {
    overlays.removeAll { $0.number == item.number }
  }
}
