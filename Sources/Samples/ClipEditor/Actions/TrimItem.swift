import PlayheadFlux

/// Keeps a part of an item.
package struct TrimItem: ItemEdit {
  /// What logs call it.
  package static let actionName = "TrimItem"

  /// The item.
  package var item: ItemID
  /// Where the kept part begins, in milliseconds from the item's start.
  package var from: Int
  /// Where it ends.
  package var to: Int

  /// A trim.
  package init(_ item: ItemID, from: Int, to: Int) {
    self.item = item
    self.from = from
    self.to = to
  }

  /// Trims a clip; the later ones move up.
  package func apply(to tracks: inout [Track]) {
    tracks.change(item.number) { clip in
      guard isPossible(of: clip.duration) else { return }
      clip.offset += from
      clip.duration = to - from
    }
  }

  /// Trims an overlay; what is kept stays where it is.
  package func apply(to overlays: inout [Overlay]) {
    overlays.change(item.number) { overlay in
      guard isPossible(of: overlay.duration) else { return }
      overlay.start += from
      overlay.duration = to - from
    }
  }

  /// Whether the part exists, and can be seen.
  package func isPossible(of duration: Int) -> Bool {
    from >= 0 && to <= duration && from < to && to - from >= Film.frame
  }
}
