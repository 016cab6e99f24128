import PlayheadFlux

/// The player has shown a piece of the film.
///
/// It says how long the piece was and not where it ended: a seek that comes between two of these is not
/// undone by the second.
package struct Progress: Action {
  /// What logs call it.
  package static let actionName = "Progress"

  /// How long the piece was, in milliseconds.
  package var by: Int

  /// Progress.
  package init(by: Int) { self.by = by }
}
