/// The state of the picture.
package struct Preview: Codable, Hashable, Sendable {
  /// The film's length, in milliseconds.
  package private(set) var duration: Int
  /// The visible moment, in milliseconds.
  package private(set) var position = 0
  /// Whether the film plays.
  package private(set) var playState = PlayState.paused
  /// The sticker or text with handles.
  package var selected: ItemID?

  /// A preview of a film's start.
  package init(filmOf duration: Int = 0) { self.duration = duration }

  /// Whether the film plays.
  package var isPlaying: Bool { playState != .paused }

  /// The moment of the visible picture: at the end of the film, its last moment.
  package var shown: Int { min(position, max(duration - 1, 0)) }

  /// Shows a moment of the film, or the nearest possible one.
  mutating func seek(to position: Int) {
    self.position = min(max(position, 0), duration)
    if case .playing(let end) = playState, self.position >= end { playState = .paused }
  }

  /// Plays the film, from the start if it is at the end, or pauses it.
  mutating func setPlayState(to state: PlayState) {
    guard case .playing(let end) = state else {
      playState = .paused
      return
    }
    if position == duration { position = 0 }
    let reachable = min(end, duration)
    playState = reachable > position ? .playing(until: reachable) : .paused
  }

  /// Moves on in a playing film. Ignores progress after a pause.
  mutating func progress(by step: Int) {
    guard case .playing(let end) = playState, Film.times.contains(step) else { return }
    position = min(position + step, end)
    if position == end { playState = .paused }
  }

  /// Continues with another length of the film.
  mutating func show(filmOf duration: Int) {
    self.duration = duration
    if case .playing(let end) = playState { playState = .playing(until: min(end, duration)) }
    seek(to: position)
  }

  /// Shows handles on an item with a place in the picture, and goes to a moment at which the item is visible.
  mutating func select(_ item: ItemID?, of composition: Composition) {
    guard let item else {
      selected = nil
      return
    }
    guard let range = composition.range(of: item.kind, item.number) else { return }
    selected = item.kind.hasPlace ? item : nil
    if item.scene == .film && !range.contains(position) { seek(to: range.lowerBound) }
  }

  /// Keeps the handles, and goes to a moment at which the item is visible.
  ///
  /// - Precondition: The item exists.
  mutating func follow(in composition: Composition) {
    guard let selected else { return }
    let item = composition[selected.kind][selected.number - 1]
    if !item.range.contains(position) { seek(to: item.start) }
  }
}
