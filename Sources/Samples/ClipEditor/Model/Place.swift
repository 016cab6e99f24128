/// A place in the picture, in hundredths of its width and height from the upper left.
package struct Place: Codable, Hashable, Sendable {
  /// From the left.
  package var x: Int
  /// From the top.
  package var y: Int

  /// A place.
  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// Where new items go.
  package static let center = Place(x: 50, y: 50)

  /// Whether it is in the picture.
  var isInPicture: Bool { (0...100).contains(x) && (0...100).contains(y) }

  /// Whether a finger that taps at `tap` means what has its center here.
  func isHit(by tap: Place) -> Bool {
    // A finger covers a centimeter of a phone's picture, which is ten high: a tenth each way.
    isInPicture && tap.isInPicture && abs(x - tap.x) <= 10 && abs(y - tap.y) <= 10
  }
}

/// Where an item is to be. What is nil stays as it is or, for a new item, is the usual.
package struct Destination: Codable, Hashable, Sendable {
  /// The track of a clip, from 1; the first by default.
  package var track: Int?
  /// The place of a clip among those of its track, from 1; the last by default.
  package var index: Int?
  /// When something that lies over the film begins, in milliseconds; the start by default.
  package var start: Int?
  /// Where something that lies over the film is in the picture; the center by default.
  package var place: Place?

  /// A destination.
  package init(track: Int? = nil, index: Int? = nil, start: Int? = nil, place: Place? = nil) {
    self.track = track
    self.index = index
    self.start = start
    self.place = place
  }
}
