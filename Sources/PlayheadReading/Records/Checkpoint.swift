package import PlayheadCoding
package import PlayheadLog

/// The states of all stores so far at a step, by number; in a store list, of the stores that arrived.
package struct Checkpoint {
  package let step: Step
  package let shapes: [Shape]
  private let rows: ByteBuffer
  private let places: [(shape: Int, range: Range<Int>)]
  /// Empty if all are 1.
  private let versions: [Int]
  /// Whether no bytes follow the fields that this version knows.
  package let isWhole: Bool

  package var storeCount: Int { places.count }

  /// An estimate of its memory, in bytes.
  package var memory: Int {
    rows.count + places.count * 40 + shapes.reduce(0) { $0 + 400 + $1.entries.count * 160 }
  }

  /// Calls `body` with the shape and the row of a store's state.
  package func state<T, Fault: Error>(
    of store: Int, _ body: (_ shape: Int, _ row: UnsafeRawBufferPointer) throws(Fault) -> T
  ) throws(Fault) -> T {
    let place = places[store]
    return try body(place.shape, UnsafeRawBufferPointer(rebasing: rows.bytes[place.range]))
  }

  /// The version of the type of a store's state.
  package func version(of store: Int) -> Int {
    versions.indices.contains(store) ? versions[store] : 1
  }

  /// The states, for writing.
  package var draft: CheckpointDraft {
    var draft = CheckpointDraft(step: step)
    for store in 0..<storeCount {
      state(of: store) { shape, row in
        draft.append(shape: shape, row: row, version: version(of: store))
      }
    }
    return draft
  }

  /// Reads the body of a checkpoint's record.
  package init(from body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    let step = try reader.step()
    let count = try reader.valueCount()
    try reader.reserve(memory: 32, count: count)
    try self.init(step: step, count: count, from: &reader)
  }

  /// Reads `count` states; nothing if there are none.
  init(step: Step, count: Int, from reader: inout ByteReader) throws(ByteFault) {
    self.step = step
    let rows = ByteBuffer()
    var places: [(shape: Int, range: Range<Int>)] = []
    if count > 0 {
      let shapes = try ReadShapes(from: &reader)
      let columns = try SequenceColumnsReader(count, from: &reader, shapes: shapes)
      for _ in 0..<count {
        let start = rows.count
        let shape = try columns.next(into: rows)
        places.append((shape, start..<rows.count))
      }
      self.shapes = shapes.list
      versions = try Self.versions(of: count, from: &reader)
    } else {
      (shapes, versions) = ([], [])
    }
    (self.rows, self.places) = (rows, places)
    isWhole = reader.isAtEnd
  }

  /// The versions of the states' types, if any follow the states.
  private static func versions(
    of count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [Int] {
    var versions: [Int] = []
    guard !reader.isAtEnd else { return versions }
    for _ in 0..<count { versions.append(Int(clamping: try reader.zigzag())) }
    return versions
  }
}
