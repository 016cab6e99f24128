/// What a film is made of.
package enum ItemKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// A piece of film or sound on a track.
  case clip
  /// A picture on the film.
  case sticker
  /// Words on the film.
  case text
  /// A look for the whole picture.
  case filter

  /// Whether items of this kind have a place in the picture, and show handles there.
  var hasPlace: Bool { self == .sticker || self == .text }

  /// The plug-in that has the items of this kind.
  package var plugin: String {
    switch self {
    case .clip: "tracks"
    case .sticker: "stickers"
    case .text: "texts"
    case .filter: "filters"
    }
  }
}

/// The name of one item: `sticker 1` of the film is another than `sticker 1` of the cover.
package struct ItemID: Codable, Hashable, Sendable {
  /// Where it is.
  package var scene: Scene
  /// What it is.
  package var kind: ItemKind
  /// Which one of its kind, from 1.
  package var number: Int

  /// The name of an item.
  package init(_ kind: ItemKind, _ number: Int, in scene: Scene = .film) {
    self.scene = scene
    self.kind = kind
    self.number = number
  }
}
