/// The kinds of items in a film.
package enum ItemKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// A piece of film or sound on a track.
  case clip
  /// A picture on the film.
  case sticker
  /// Words on the film.
  case text
  /// A look for the whole picture.
  case filter

  /// Whether items of this kind have a place in the picture, and handles there.
  var hasPlace: Bool { self == .sticker || self == .text }

  /// The plug-in with the items of this kind.
  package var plugin: String {
    switch self {
    case .clip: "tracks"
    case .sticker: "stickers"
    case .text: "texts"
    case .filter: "filters"
    }
  }
}

/// The ID of an item. `sticker 1` of the film and `sticker 1` of the cover are different items.
package struct ItemID: Codable, Hashable, Sendable {
  /// The scene of the item.
  package var scene: Scene
  /// The kind of annotation.
  package var kind: ItemKind
  /// The item's number in its kind, from 1.
  package var number: Int

  package init(_ kind: ItemKind, _ number: Int, in scene: Scene = .film) {
    self.scene = scene
    self.kind = kind
    self.number = number
  }
}
