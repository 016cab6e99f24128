/// A still of the film with stickers and texts of its own.
package struct Cover: Codable, Hashable, Sendable {
  /// The moment of the film that it shows, in milliseconds.
  package var frame: Int
  /// What lies on it.
  package var composition: Composition

  /// A cover.
  package init(frame: Int = 0, composition: Composition = Composition()) {
    self.frame = frame
    self.composition = composition
  }
}

/// What is saved of a film under a name.
package struct Draft: Codable, Hashable, Sendable {
  /// The film.
  package var film: Composition
  /// Its cover; nil as long as nobody has made one.
  package var cover: Cover?

  /// A draft.
  package init(film: Composition, cover: Cover? = nil) {
    self.film = film
    self.cover = cover
  }
}
