/// A place in the picture, in hundredths of the width and height from the upper left.
package struct Place: Codable, Hashable, Sendable {
  /// From the left.
  package var x: Int
  /// From the top.
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The place of new items.
  package static let center = Place(x: 50, y: 50)

  /// Whether it is in the picture.
  var isInPicture: Bool { (0...100).contains(x) && (0...100).contains(y) }

  /// Whether a tap at `tap` hits an item centered here.
  func isHit(by tap: Place) -> Bool {
    // A finger covers one centimeter of a phone's picture, which is ten centimeters high.
    isInPicture && tap.isInPicture && abs(x - tap.x) <= 10 && abs(y - tap.y) <= 10
  }
}

/// The destination of an item. Nil values keep the current value or, for a new item, the default.
package struct Destination: Codable, Hashable, Sendable {
  /// The track of a clip, from 1; the first by default.
  package var track: Int?
  /// The index of a clip on its track, from 1; the last by default.
  package var index: Int?
  /// When an overlay begins, in milliseconds; the film's start by default.
  package var start: Int?
  /// Where an overlay is in the picture; the middle by default.
  package var place: Place?

  package init(track: Int? = nil, index: Int? = nil, start: Int? = nil, place: Place? = nil) {
    self.track = track
    self.index = index
    self.start = start
    self.place = place
  }
}
