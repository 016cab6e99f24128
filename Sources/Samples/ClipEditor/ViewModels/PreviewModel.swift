/// The text of the preview: the moment, and the visible and audible items.
struct PreviewModel: Hashable {
  /// An item on the screen.
  struct Entry: Hashable {
    var text: String
    var hasHandles = false
    /// Whether it is never folded away.
    var isLatest = false
  }

  var position: String
  var duration: String
  var playState: String
  var entries: [Entry]

  /// A preview of a composition, from the bottom.
  init(_ preview: Preview, _ composition: Composition, _ scene: Scene, latest: ItemID?) {
    position = seconds(preview.position)
    duration = seconds(preview.duration)
    playState =
      switch preview.playState {
      case .paused: scene == .film ? "paused" : "still"
      case .playing(let end): "playing until \(seconds(end))"
      }
    let position = preview.shown
    entries = composition.tracks.compactMap { $0.clip(at: position) }.map { clip in
      Entry(text: "clip \(clip.number) '\(clip.name)'")
    }
    for kind in [ItemKind.filter, .sticker, .text] {
      entries += composition[kind]
        // Everything on a cover is visible at once.
        .filter { scene == .cover || $0.range.contains(position) }
        .map { overlay in
          Entry(overlay, ItemID(kind, overlay.number, in: scene), preview.selected, latest)
        }
    }
  }
}

extension PreviewModel.Entry {
  fileprivate init(
    _ overlay: Overlay, _ item: ItemID, _ selected: ItemID?, _ latest: ItemID?
  ) {
    let place = overlay.place.map { " at \($0.x), \($0.y)" } ?? ""
    text = "\(item.kind.rawValue) \(overlay.number) '\(overlay.name)'\(place)"
    hasHandles = item == selected
    isLatest = item == latest
  }
}
