import PlayheadFlux

/// Adds a clip, a sticker, a text or a filter. It gets the next number of its kind.
package struct AddItem: Edit {
  package static let actionName = "AddItem"

  /// The scene of the new item.
  package var scene: Scene
  /// The kind of the new item.
  package var kind: ItemKind
  /// The clip's name, the sticker's picture, the text's words or the filter's look.
  package var name: String
  /// The length, in milliseconds.
  package var duration: Int
  /// Where the item goes.
  package var to: Destination

  package init(
    _ kind: ItemKind, _ name: String, duration: Int, to: Destination = Destination(),
    in scene: Scene = .film
  ) {
    self.scene = scene
    self.kind = kind
    self.name = name
    self.duration = duration
    self.to = to
  }

  /// Adds a clip to its track.
  package func apply(to tracks: inout [Track]) {
    let track = to.track ?? 1
    guard (1...tracks.count).contains(track), Film.durations.contains(duration) else { return }
    let clip = Clip(tracks.nextNumber, name, duration: duration)
    tracks[track - 1].insert(clip, at: to.index)
  }

  /// Adds an overlay on top of the others.
  package func apply(to overlays: inout [Overlay]) {
    let start = to.start ?? 0
    let place = kind.hasPlace ? to.place ?? .center : nil
    guard
      Film.times.contains(start), Film.durations.contains(duration), place?.isInPicture != false
    else { return }
    overlays.append(
      Overlay(overlays.nextNumber, name, start: start, duration: duration, place: place))
  }
}

extension Track {
  /// Inserts a clip at `index`, from 1, or at the nearest possible index; nil is the end.
  mutating func insert(_ clip: Clip, at index: Int?) {
    let last = clips.count + 1
    clips.insert(clip, at: min(max(index ?? last, 1), last) - 1)
  }
}
