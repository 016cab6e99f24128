import PlayheadFlux

/// Shows another moment of the film.
package struct Seek: Action {
  package static let actionName = "Seek"

  /// The scene. The cover is a still, and seeking chooses its moment.
  package var scene: Scene
  /// The moment, in milliseconds. Outside the film, the nearest moment counts.
  package var to: Int

  package init(to: Int, in scene: Scene = .film) {
    self.scene = scene
    self.to = to
  }
}
