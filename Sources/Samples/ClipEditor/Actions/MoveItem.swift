import PlayheadFlux

/// Moves an item: a clip to another index or track, an overlay to another time or place.
package struct MoveItem: ItemEdit {
  package static let actionName = "MoveItem"

  /// The item's ID.
  package var item: ItemID
  /// Where the item goes.
  package var to: Destination

  package init(_ item: ItemID, to: Destination) {
    self.item = item
    self.to = to
  }

  /// Moves a clip, unless sound would get on a video track, or film on an audio track.
  package func apply(to tracks: inout [Track]) {
    guard to.track != nil || to.index != nil, let (old, index) = tracks.find(item.number) else {
      return
    }
    let new = (to.track ?? old + 1) - 1
    guard tracks.indices.contains(new), tracks[new].kind == tracks[old].kind else { return }
    let clip = tracks[old].clips.remove(at: index)
    tracks[new].insert(clip, at: to.index)
  }

  /// Moves an overlay.
  package func apply(to overlays: inout [Overlay]) {
    overlays.change(item.number) { overlay in
      if let start = to.start, Film.times.contains(start) { overlay.start = start }
      if let place = to.place, kind.hasPlace, place.isInPicture { overlay.place = place }
    }
  }
}
