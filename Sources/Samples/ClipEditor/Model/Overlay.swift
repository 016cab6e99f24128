/// An item over the film for some time: a sticker, a text or a filter.
package struct Overlay: Codable, Hashable, Sendable {
  /// The overlay's number in its kind.
  package var number: Int
  /// The sticker's picture, the text's words, or the filter's look.
  package var name: String
  /// When it begins, in milliseconds.
  package var start: Int
  /// The length, in milliseconds.
  package var duration: Int
  /// The place in the picture; nil for an overlay that covers the whole picture.
  package var place: Place?

  package init(_ number: Int, _ name: String, start: Int, duration: Int, place: Place? = nil) {
    self.number = number
    self.name = name
    self.start = start
    self.duration = duration
    self.place = place
  }

  /// When the overlay is visible.
  package var range: Range<Int> { start..<start + duration }
}

/// The overlays of one kind, from the bottom.
extension [Overlay] {
  /// The number for the next new overlay.
  var nextNumber: Int { (map(\.number).max() ?? 0) + 1 }

  /// The overlay with this number.
  package func find(_ number: Int) -> Overlay? { first { $0.number == number } }

  /// Changes the overlay with this number, if there is one.
  mutating func change(_ number: Int, _ body: (inout Overlay) -> Void) {
    guard let index = firstIndex(where: { $0.number == number }) else { return }
    body(&self[index])
  }
}
