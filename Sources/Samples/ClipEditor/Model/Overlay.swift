/// What lies over the film for a while: a sticker, a text or a filter.
package struct Overlay: Codable, Hashable, Sendable {
  /// Its number among those of its kind.
  package var number: Int
  /// The sticker's picture, the text's words, or the filter's look.
  package var name: String
  /// When it begins, in milliseconds.
  package var start: Int
  /// How long it lasts, in milliseconds.
  package var duration: Int
  /// Where it is in the picture; nil for what covers all of it.
  package var place: Place?

  /// An overlay.
  package init(_ number: Int, _ name: String, start: Int, duration: Int, place: Place? = nil) {
    self.number = number
    self.name = name
    self.start = start
    self.duration = duration
    self.place = place
  }

  /// When it is seen.
  package var range: Range<Int> { start..<start + duration }
}

/// The overlays of one kind, the lowest first.
extension [Overlay] {
  /// The number of the next new one.
  var nextNumber: Int { (map(\.number).max() ?? 0) + 1 }

  /// The overlay called `number`.
  package func find(_ number: Int) -> Overlay? { first { $0.number == number } }

  /// Changes the overlay called `number`, if there is one.
  mutating func change(_ number: Int, _ body: (inout Overlay) -> Void) {
    guard let index = firstIndex(where: { $0.number == number }) else { return }
    body(&self[index])
  }
}
