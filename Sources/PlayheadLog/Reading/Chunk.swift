package import PlayheadCoding

/// A chunk that was read: its actions as rows again.
package final class Chunk {
  package let head: ChunkHead
  package let shapes: [Shape]
  private let rows: ByteBuffer
  private var places: [RowPlace] = []
  private let drawRows: ByteBuffer
  private var drawPlaces: [RowPlace] = []
  private let drawIndices: [Int]

  private struct RowPlace {
    var shape: Int
    var start: Int
    var end: Int
  }

  /// Reads the body of a chunk's record.
  package init(_ body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = ByteReader(body)
    head = try ChunkHead(from: &reader)
    shapes = try ShapeNumbers.read(from: &reader)
    rows = ByteBuffer(capacity: body.count * 2)
    drawRows = ByteBuffer()
    let payloads = try SequenceColumnsReader(from: &reader, shapes: shapes)
    places = try Self.places(of: payloads, count: head.count, in: rows)
    drawIndices = try Numbers.readSparse(within: head.count, from: &reader).map(\.index)
    let drawn = try SequenceColumnsReader(from: &reader, shapes: shapes)
    drawPlaces = try Self.places(of: drawn, count: drawIndices.count, in: drawRows)
  }

  private static func places(
    of columns: SequenceColumnsReader, count: Int, in rows: ByteBuffer
  ) throws(ByteFault) -> [RowPlace] {
    var places: [RowPlace] = []
    places.reserveCapacity(count)
    for _ in 0..<count {
      let start = rows.count
      let shape = try columns.next(into: rows)
      places.append(RowPlace(shape: shape, start: start, end: rows.count))
    }
    return places
  }

  /// Whether stores took anything from outside.
  package var hasDraws: Bool { !drawIndices.isEmpty }

  package var steps: ClosedRange<Step> { head.firstStep...head.lastStep }

  /// Gives `body` the shape and the row of an action's payload.
  @inline(__always)
  package func payload<T, Fault: Error>(
    of index: Int, _ body: (_ shape: Int, _ row: UnsafeRawBufferPointer) throws(Fault) -> T
  ) throws(Fault) -> T {
    try body(places[index].shape, Self.row(places[index], in: rows))
  }

  /// Gives `body` the shape and the row of each value that stores drew while handling an action.
  package func forEachDraw<Fault: Error>(
    of index: Int, _ body: (_ shape: Int, _ row: UnsafeRawBufferPointer) throws(Fault) -> Void
  ) throws(Fault) {
    guard let first = drawIndices.firstIndex(where: { $0 >= index }) else { return }
    for draw in drawIndices[first...].indices {
      guard drawIndices[draw] == index else { return }
      try body(drawPlaces[draw].shape, Self.row(drawPlaces[draw], in: drawRows))
    }
  }

  private static func row(_ place: RowPlace, in rows: ByteBuffer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: rows.bytes[place.start..<place.end])
  }
}
