/// A log that comes through a pipe or a device. What is none may have no end: of that, only the beginning
/// is taken.
package struct StreamedLog {
  /// In so many bytes a log has many frames, be the first of them damaged.
  private static let trial = 1 << 20

  /// What came so far.
  package private(set) var bytes: [UInt8] = []
  private var isTried = false
  /// Whether it may be one: false as soon as enough came without the beginning of any frame.
  package private(set) var mayBeOne = true

  package init() {}

  /// Goes on with what came.
  package mutating func take(_ part: [UInt8]) {
    bytes += part
    guard !isTried, bytes.count >= Self.trial else { return }
    isTried = true
    mayBeOne = bytes.places(of: LZ4Frame.magicBytes).contains { _ in true }
  }
}
