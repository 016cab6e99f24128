import PlayheadFlux

/// Splits an item into two. The second one gets the next number of its kind.
package struct SplitItem: ItemEdit {
  package static let actionName = "SplitItem"

  /// The item's ID.
  package var item: ItemID
  /// The moment of the film for the cut, in milliseconds.
  package var at: Int

  package init(_ item: ItemID, at: Int) {
    self.item = item
    self.at = at
  }

  /// Splits a clip.
  package func apply(to tracks: inout [Track]) {
    guard
      let (track, index) = tracks.find(item.number),
      let cut = cut(tracks[track].range(at: index))
    else { return }
    var second = tracks[track].clips[index]
    second.number = tracks.nextNumber
    second.offset += cut
    second.duration -= cut
    tracks[track].clips[index].duration = cut
    tracks[track].clips.insert(second, at: index + 1)
  }

  /// Splits an overlay. The second one comes directly above the first.
  package func apply(to overlays: inout [Overlay]) {
    guard
      let index = overlays.firstIndex(where: { $0.number == item.number }),
      let cut = cut(overlays[index].range)
    else { return }
    var second = overlays[index]
    second.number = overlays.nextNumber
    second.start += cut
    second.duration -= cut
    overlays[index].duration = cut
    overlays.insert(second, at: index + 1)
  }

  /// The length of the first part of an item in `range`; nil if a part would be too short to be visible.
  package func cut(_ range: Range<Int>) -> Int? {
    guard range.contains(at) else { return nil }
    let isVisible = at - range.lowerBound >= Film.frame && range.upperBound - at >= Film.frame
    return isVisible ? at - range.lowerBound : nil
  }
}
