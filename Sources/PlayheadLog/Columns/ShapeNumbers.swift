import PlayheadCoding

/// Numbers the shapes of one record in the order of their first use, so that the same actions always give the same bytes.
final class ShapeNumbers {
  private var numbers = Numbering<ObjectIdentifier, Shape>()

  func number(of shape: Shape) -> Int { numbers.number(of: ObjectIdentifier(shape), shape) }

  func write(to bytes: ByteBuffer) {
    bytes.append(varint: numbers.all.count)
    for shape in numbers.all { shape.encode(to: bytes) }
  }
}
