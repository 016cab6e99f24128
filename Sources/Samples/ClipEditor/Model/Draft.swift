/// A still of the film with its own stickers and texts.
package struct Cover: Codable, Hashable, Sendable {
  /// The moment of the film on the cover, in milliseconds.
  package var frame: Int
  /// The stickers and texts on the cover.
  package var composition: Composition

  package init(frame: Int = 0, composition: Composition = Composition()) {
    self.frame = frame
    self.composition = composition
  }
}

/// A film that is saved under a name.
package struct Draft: Codable, Hashable, Sendable {
  /// The film.
  package var film: Composition
  /// The film's cover; nil before it is made.
  package var cover: Cover?

  package init(film: Composition, cover: Cover? = nil) {
    self.film = film
    self.cover = cover
  }
}
