import PlayheadFlux

/// Plays or pauses the film.
package struct SetPlayState: Action {
  package static let actionName = "SetPlayState"

  /// The new play state.
  package var to: PlayState

  package init(to: PlayState) { self.to = to }
}

/// Whether the film plays.
package enum PlayState: Codable, Hashable, Sendable {
  /// The film is paused.
  case paused
  /// The film plays until this moment, in milliseconds.
  case playing(until: Int)
}
