/// Reads the elements of a sequence, one row after the other.
@usableFromInline
package struct SequenceReader {
  private let core: DecodingCore
  @usableFromInline package var reader: ByteReader
  /// The number of elements.
  package let count: Int
  @usableFromInline let runs: [Run]
  @usableFromInline var run = 0
  @usableFromInline var leftInRun: Int

  @usableFromInline struct Run {
    @usableFromInline var shape: Shape
    @usableFromInline var count: Int
  }

  package init(
    core: DecodingCore, at position: Int, of bytes: UnsafeRawBufferPointer
  ) throws(ByteFault) {
    self.core = core
    var outer = ByteReader(bytes, at: position)
    let length = Int(clamping: try outer.littleEndian(UInt32.self))
    guard length >= 4, length <= outer.remaining else { throw ByteFault.truncated(at: position) }
    let end = outer.position + length
    let elementsLength = Int(clamping: try outer.littleEndian(UInt32.self))
    let elements = outer.position
    guard elementsLength <= end - elements else { throw ByteFault.truncated(at: position) }
    reader = ByteReader(
      UnsafeRawBufferPointer(rebasing: bytes[..<(elements + elementsLength)]), at: elements)
    var tail = ByteReader(
      UnsafeRawBufferPointer(rebasing: bytes[..<end]), at: elements + elementsLength)
    var runs: [Run] = []
    var count = 0
    while !tail.isAtEnd {
      let shape = try core.shape(try tail.varint(), at: tail.position)
      let length = try tail.varint()
      // Every element takes at least a byte.
      guard length <= UInt64(elementsLength - count) else {
        throw ByteFault.tooMany(length, at: tail.position)
      }
      count += Int(length)
      runs.append(Run(shape: shape, count: Int(length)))
    }
    self.runs = runs
    self.count = count
    leftInRun = runs.first?.count ?? 0
  }

  /// The shape of the next element; `nil` after the last.
  @inlinable @inline(__always)
  package mutating func nextShape() -> Shape? {
    while leftInRun == 0 {
      guard run + 1 < runs.count else { return nil }
      run += 1
      leftInRun = runs[run].count
    }
    return runs[run].shape
  }

  /// The key before an element of a map.
  package mutating func key() throws(ByteFault) -> String {
    try reader.string()
  }

  /// Continues after an element that was read with a copy of `reader`.
  @inlinable
  package mutating func advance(to ahead: ByteReader) {
    reader = ahead
    leftInRun -= 1
  }
}

/// The shared parts of all readers of one decoding.
package final class DecodingCore: Sendable {
  /// The same limit as the encoder's, for the same reason.
  package static let depthLimit = EncodingCore.depthLimit
  package static let depthSentence = "a value of at most \(depthLimit) levels"

  /// Shapes with consecutive numbers.
  private let shapes: [Shape]
  private let firstNumber: UInt64
  /// Other shapes: a page of a tail defines only those that it uses.
  private let numbered: [UInt64: Shape]

  package init(shapes: [Shape]) { (self.shapes, firstNumber, numbered) = (shapes, 0, [:]) }

  package init(_ table: ShapeTable) {
    (shapes, firstNumber, numbered) = (table.shapes, UInt64(table.firstNumber), [:])
  }

  package init(numbered: [UInt64: Shape]) {
    (shapes, firstNumber, self.numbered) = ([], 0, numbered)
  }

  package func shape(_ number: UInt64, at position: Int) throws(ByteFault) -> Shape {
    let place = number &- firstNumber
    if place < UInt64(shapes.count) { return shapes[Int(place)] }
    guard let shape = numbered[number] else {
      throw ByteFault.malformed("a shape's number", at: position)
    }
    return shape
  }

  /// The shape with a number that an encoder or a checked reader gave.
  package func shape(_ number: Int) throws(ByteFault) -> Shape {
    try shape(UInt64(bitPattern: Int64(number)), at: 0)
  }
}
