package import PlayheadCoding

/// Numbers the shapes that one record uses, in the order of their first use, so that the record can
/// be read alone and the same actions always give the same bytes.
package final class ShapeNumbers {
  package private(set) var shapes: [Shape] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  package init() {}

  func number(of shape: Shape) -> Int {
    let id = ObjectIdentifier(shape)
    if let known = numbers[id] { return known }
    numbers[id] = shapes.count
    shapes.append(shape)
    return shapes.count - 1
  }

  func write(to bytes: ByteBuffer) {
    bytes.append(varint: shapes.count)
    for shape in shapes { shape.encode(to: bytes) }
  }

  /// A shape's object with its arrays, besides its entries.
  private static let memoryOfShape = 400

  static func read(from reader: inout ByteReader) throws(ByteFault) -> [Shape] {
    var shapes: [Shape] = []
    for _ in 0..<(try reader.count(taking: memoryOfShape)) {
      shapes.append(try Shape.read(from: &reader))
    }
    return shapes
  }
}
