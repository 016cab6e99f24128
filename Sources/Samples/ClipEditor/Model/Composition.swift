/// The user's work in one scene.
package struct Composition: Codable, Hashable, Sendable {
  /// The tracks. A cover has none.
  package var tracks: [Track]
  /// Pictures on the film.
  package var stickers: [Overlay] = []
  /// Words on the film.
  package var texts: [Overlay] = []
  /// Looks for the whole picture.
  package var filters: [Overlay] = []

  /// A composition without overlays.
  package init(tracks: [Track] = []) { self.tracks = tracks }

  /// The overlays of one kind. Clips are not overlays.
  package subscript(kind: ItemKind) -> [Overlay] {
    get {
      switch kind {
      case .clip: []
      case .sticker: stickers
      case .text: texts
      case .filter: filters
      }
    }
    set {
      switch kind {
      case .clip: break
      case .sticker: stickers = newValue
      case .text: texts = newValue
      case .filter: filters = newValue
      }
    }
  }

  /// When an item is visible or audible; nil if there is no such item.
  package func range(of kind: ItemKind, _ number: Int) -> Range<Int>? {
    kind == .clip ? tracks.range(of: number) : self[kind].find(number)?.range
  }

  /// The top sticker or text at a tapped place. Texts are above stickers.
  ///
  /// - Parameter position: The visible moment; nil if everything is visible at once, as on a cover.
  package func item(at tap: Place, position: Int?) -> (kind: ItemKind, number: Int)? {
    for kind in [ItemKind.text, .sticker] {
      let hit = self[kind].last { overlay in
        overlay.place?.isHit(by: tap) == true
          && (position.map { overlay.range.contains($0) } ?? true)
      }
      if let hit { return (kind, hit.number) }
    }
    return nil
  }
}
