import PlayheadFlux

/// Plays the film or pauses it.
package struct SetPlayState: Action {
  /// What logs call it.
  package static let actionName = "SetPlayState"

  /// What the film is to do.
  package var to: PlayState

  /// A change of the play state.
  package init(to: PlayState) { self.to = to }
}

/// Whether the film plays.
package enum PlayState: Codable, Hashable, Sendable {
  /// It stands still.
  case paused
  /// It plays, and will pause at a moment, in milliseconds.
  case playing(until: Int)
}
