package import PlayheadLog
package import PlayheadCoding
import PlayheadValues

/// A chunk, with rows of all of its actions or of the first ones. Unchecked, because it never changes.
package final class Chunk: @unchecked Sendable {
  package let head: ChunkHead
  package let shapes: [Shape]
  private let rows: ByteBuffer
  private var places: [RowRange] = []
  private let drawRows: ByteBuffer
  private var drawPlaces: [RowRange] = []
  private let drawIndices: [Int]

  /// The number of the chunk's frame in its log.
  package internal(set) var frame = 0
  /// The digests of states in the chunk's frame.
  package internal(set) var digests: [StateDigests] = []
  /// Whether no bytes follow the fields that this version knows.
  package let isWhole: Bool
  /// The bytes of all payloads as rows.
  package var rowBytes: Int { rows.count }

  private struct RowRange {
    var shape: Int
    var start: Int
    var end: Int
  }

  /// Reads the body of a chunk's record. With `last`, makes no rows after that step, which saves most of the
  /// work. With a pool, rows use its numbers of shapes.
  package init(
    _ body: UnsafeRawBufferPointer, through last: Step? = nil, pool: ShapePool? = nil
  ) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    head = try ChunkHead(from: &reader)
    let read = try ReadShapes(from: &reader, pool)
    shapes = pool?.shapes ?? read.list
    let count = head.count(through: last)
    try reader.reserve(memory: MemoryLayout<RowRange>.stride, count: count)
    rows = ByteBuffer(capacity: body.count + min(body.count, MemoryLimit.share))
    drawRows = ByteBuffer()
    let payloads = try SequenceColumnsReader(head.count, from: &reader, shapes: read)
    places = try Self.places(of: payloads, count: count, in: rows)
    drawIndices = try ChunkHead.indices(within: head.count, from: &reader)
    try reader.reserve(memory: MemoryLayout<RowRange>.stride, count: drawIndices.count)
    let drawn = try SequenceColumnsReader(drawIndices.count, from: &reader, shapes: read)
    drawPlaces = try Self.places(
      of: drawn, count: drawIndices.count { $0 < count }, in: drawRows)
    isWhole = reader.isAtEnd
  }

  private init(
    _ other: Chunk, _ head: ChunkHead, places: [RowRange],
    draws: (indices: [Int], places: [RowRange])
  ) {
    (self.head, shapes, rows, drawRows) = (head, other.shapes, other.rows, other.drawRows)
    (self.places, drawIndices, drawPlaces) = (places, draws.indices, draws.places)
    (isWhole, frame) = (other.isWhole, other.frame)
  }

  /// Some of the actions, in their order, as a chunk that shares the rows; see ``ChunkHead/part``. Without digests.
  package func part(
    _ ranges: [Range<Int>], from first: Step, finished: Int, cause: (Step) -> Step?
  ) -> Chunk {
    var places: [RowRange] = []
    var draws: (indices: [Int], places: [RowRange]) = ([], [])
    var count = 0
    for range in ranges {
      places += self.places[range.clamped(to: self.places.indices)]
      let start = drawIndices.partitionPoint { $0 >= range.lowerBound }
      let end = drawIndices.partitionPoint { $0 >= range.upperBound }
      draws.indices += drawIndices[start..<end].map { count + $0 - range.lowerBound }
      draws.places += drawPlaces[(start..<end).clamped(to: drawPlaces.indices)]
      count += range.count
    }
    let head = head.part(ranges, from: first, finished: finished, cause: cause)
    return Chunk(self, head, places: places, draws: draws)
  }

  private static func places(
    of columns: SequenceColumnsReader, count: Int, in rows: ByteBuffer
  ) throws(ByteFault) -> [RowRange] {
    var places: [RowRange] = []
    places.reserveCapacity(count)
    for _ in 0..<count {
      let start = rows.count
      let shape = try columns.next(into: rows)
      places.append(RowRange(shape: shape, start: start, end: rows.count))
    }
    return places
  }

  /// Whether stores drew any values.
  package var hasDraws: Bool { !drawIndices.isEmpty }

  /// All steps of the chunk, with or without rows.
  package var steps: ClosedRange<Step> { head.steps }

  /// Whether there are rows of all actions up to `step`, one of the chunk's steps; without `step`, of all
  /// actions.
  package func hasRows(through step: Step?) -> Bool {
    places.count >= head.count(through: step)
  }

  /// Calls `body` with the shape and the row of an action's payload. The row must exist.
  @inline(__always)
  package func payload<T, Fault: Error>(
    of index: Int, _ body: (_ shape: Int, _ row: UnsafeRawBufferPointer) throws(Fault) -> T
  ) throws(Fault) -> T {
    try body(places[index].shape, Self.row(places[index], in: rows))
  }

  /// Calls `body` with the shape and the row of each value that stores drew during an action.
  package func forEachDraw<Fault: Error>(
    of index: Int, _ body: (_ shape: Int, _ row: UnsafeRawBufferPointer) throws(Fault) -> Void
  ) throws(Fault) {
    var draw = drawIndices.partitionPoint { $0 >= index }
    while draw < drawIndices.count, drawIndices[draw] == index {
      try body(drawPlaces[draw].shape, Self.row(drawPlaces[draw], in: drawRows))
      draw += 1
    }
  }

  private static func row(_ place: RowRange, in rows: ByteBuffer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: rows.bytes[place.start..<place.end])
  }
}
