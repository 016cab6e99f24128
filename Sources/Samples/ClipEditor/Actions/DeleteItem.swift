import PlayheadFlux

/// Deletes an item.
package struct DeleteItem: ItemEdit {
  package static let actionName = "DeleteItem"

  /// The item's ID.
  package var item: ItemID

  package init(_ item: ItemID) { self.item = item }

  /// Removes a clip from its track. The later clips move up.
  package func apply(to tracks: inout [Track]) {
    guard let (track, index) = tracks.find(item.number) else { return }
    tracks[track].clips.remove(at: index)
  }

  /// Removes an overlay.
  package func apply(to overlays: inout [Overlay]) {
    overlays.removeAll { $0.number == item.number }
  }
}
