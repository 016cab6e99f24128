import PlayheadFlux

/// The player has shown a piece of the film.
///
/// Has the length of the piece and not its end, so that a second one does not undo a seek in between.
package struct Progress: Action {
  package static let actionName = "Progress"

  /// The length of the piece, in milliseconds.
  package var by: Int

  package init(by: Int) { self.by = by }
}
