/// What the picture shows.
package struct Preview: Codable, Hashable, Sendable {
  /// How long the film is, in milliseconds.
  package private(set) var duration: Int
  /// The moment that is shown, in milliseconds.
  package private(set) var position = 0
  /// Whether it plays.
  package private(set) var playState = PlayState.paused
  /// What has handles in the picture: a sticker or a text.
  package var selected: ItemID?

  /// A picture of the start of a film.
  package init(filmOf duration: Int = 0) { self.duration = duration }

  /// Whether it plays.
  package var isPlaying: Bool { playState != .paused }

  /// The moment whose picture is seen: at the end of the film it is the last one.
  package var shown: Int { min(position, max(duration - 1, 0)) }

  /// Shows a moment of the film, or the nearest there is.
  mutating func seek(to position: Int) {
    self.position = min(max(position, 0), duration)
    if case .playing(let end) = playState, self.position >= end { playState = .paused }
  }

  /// Plays, from the start if it is at the end, or pauses.
  mutating func setPlayState(to state: PlayState) {
    guard case .playing(let end) = state else {
      playState = .paused
      return
    }
    if position == duration { position = 0 }
    let reachable = min(end, duration)
    playState = reachable > position ? .playing(until: reachable) : .paused
  }

  /// Goes on with the film; what comes after it has been paused does not count.
  mutating func progress(by step: Int) {
    guard case .playing(let end) = playState, Film.times.contains(step) else { return }
    position = min(position + step, end)
    if position == end { playState = .paused }
  }

  /// Goes on with a film that has another length.
  mutating func show(filmOf duration: Int) {
    self.duration = duration
    if case .playing(let end) = playState { playState = .playing(until: min(end, duration)) }
    seek(to: position)
  }

  /// Puts handles on what has a place in the picture, and shows a moment at which the item is seen.
  mutating func select(_ item: ItemID?, of composition: Composition) {
    guard let item else {
      selected = nil
      return
    }
    guard let range = composition.range(of: item.kind, item.number) else { return }
    selected = item.kind.hasPlace ? item : nil
    if item.scene == .film && !range.contains(position) { seek(to: range.lowerBound) }
  }

  /// Keeps the handles where they are, and shows a moment at which the item is seen.
  ///
  /// - Precondition: The item is there.
  mutating func follow(in composition: Composition) {
    guard let selected else { return }
    let item = composition[selected.kind][selected.number - 1]
    if !item.range.contains(position) { seek(to: item.start) }
  }
}
