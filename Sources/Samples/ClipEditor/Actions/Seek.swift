import PlayheadFlux

/// Shows another moment of the film.
package struct Seek: Action {
  /// What logs call it.
  package static let actionName = "Seek"

  /// Where: the cover is a still, and seeking chooses its moment.
  package var scene: Scene
  /// The moment, in milliseconds; outside the film, the nearest in it.
  package var to: Int

  /// A seek.
  package init(to: Int, in scene: Scene = .film) {
    self.scene = scene
    self.to = to
  }
}
