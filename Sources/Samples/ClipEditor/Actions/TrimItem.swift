import PlayheadFlux

/// Trims an item to a part of it.
package struct TrimItem: ItemEdit {
  package static let actionName = "TrimItem"

  /// The item's ID.
  package var item: ItemID
  /// Where the part begins, in milliseconds from the item's start.
  package var from: Int
  /// Where the part ends.
  package var to: Int

  package init(_ item: ItemID, from: Int, to: Int) {
    self.item = item
    self.from = from
    self.to = to
  }

  /// Trims a clip. The later clips move up.
  package func apply(to tracks: inout [Track]) {
    tracks.change(item.number) { clip in
      guard isPossible(of: clip.duration) else { return }
      clip.offset += from
      clip.duration = to - from
    }
  }

  /// Trims an overlay. The part keeps its time.
  package func apply(to overlays: inout [Overlay]) {
    overlays.change(item.number) { overlay in
      guard isPossible(of: overlay.duration) else { return }
      overlay.start += from
      overlay.duration = to - from
    }
  }

  /// Whether the part exists and is long enough to be visible.
  package func isPossible(of duration: Int) -> Bool {
    from >= 0 && to <= duration && from < to && to - from >= Film.frame
  }
}
