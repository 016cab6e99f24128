/// What all readers of one decoding share: the shapes and the limits.
///
/// Unchecked properties: as in `RowBuilder`.
package final class DecodingCore {
  /// As deep as an encoder lets values nest, and for the same reason.
  package static let depthLimit = EncodingCore.depthLimit
  static let depthSentence = "a value of at most \(depthLimit) levels"

  package let shapes: [Shape]
  let userInfo: [CodingUserInfoKey: Any]
  /// Where to note what types ask for; nil where only their values are wanted.
  let notes: (any DecodingObserver)?
  @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) var stack = StackGuard()
  /// Counts the decodings, so that a decoder knows when its own is over.
  var epoch = 0

  package init(
    shapes: [Shape], userInfo: [CodingUserInfoKey: Any], notes: (any DecodingObserver)? = nil
  ) {
    self.notes = notes
    self.shapes = shapes
    self.userInfo = userInfo
  }

  package func shape(_ number: UInt64, at position: Int) throws(ByteFault) -> Shape {
    guard number < UInt64(shapes.count) else {
      throw ByteFault.malformed("a shape's number", at: position)
    }
    return shapes[Int(number)]
  }

  /// Makes a value of a place, one level deeper.
  func value<T: Decodable>(_ type: T.Type, from decoder: RowDecoder) throws -> T {
    guard depth < Self.depthLimit, StackGuard.isFree(depth) || stack.hasRoom() else {
      throw DecodingError.dataCorrupted(
        .own(
          decoder.codingPath,
          "the value nests deeper than \(Self.depthLimit) levels, or than the stack has room for"))
    }
    depth += 1
    defer { depth -= 1 }
    do {
      guard decoder.kind == .nested, T.self is any OptionalType.Type else {
        return try T(from: decoder)
      }
      var wrapping = decoder
      wrapping.wraps = true
      return try T(from: wrapping)
    } catch {
      notes?.fail(type, at: depth)
      throw error
    }
  }
}
