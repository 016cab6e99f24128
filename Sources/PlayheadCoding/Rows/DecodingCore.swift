/// What all readers of one decoding share.
package final class DecodingCore {
  /// As deep as an encoder lets values nest, and for the same reason.
  package static let depthLimit = EncodingCore.depthLimit
  package static let depthSentence = "a value of at most \(depthLimit) levels"

  package let shapes: [Shape]

  package init(shapes: [Shape]) { self.shapes = shapes }

  package func shape(_ number: UInt64, at position: Int) throws(ByteFault) -> Shape {
    guard number < UInt64(shapes.count) else {
      throw ByteFault.malformed("a shape's number", at: position)
    }
    return shapes[Int(number)]
  }
}
