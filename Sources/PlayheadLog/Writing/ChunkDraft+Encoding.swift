package import PlayheadCoding

/// The record of a chunk. `Format.md` names its columns in this order.
extension ChunkDraft {
  /// The names of a draft's numbers.
  package struct Names {
    package var shapes: DecodingCore
    package var types: [ActionType]
    /// The sets of stores, by the stores' numbers.
    package var storeSets: [[Int]]
    package var timing: Timing
    /// The smallest change of the wall clock that is recorded, in nanoseconds.
    package var clockStep: UInt64

    package init(
      shapes: DecodingCore, types: [ActionType], storeSets: [[Int]], timing: Timing,
      clockStep: UInt64 = ChunkDraft.clockStep
    ) {
      self.clockStep = clockStep
      self.shapes = shapes
      self.types = types
      self.storeSets = storeSets
      self.timing = timing
    }
  }

  /// Appends the body of the chunk's record to an empty buffer. Throws only if a row contradicts its shape,
  /// which no encoder's row does.
  package func encode(
    _ names: Names, _ effort: ColumnEffort = .fast, to bytes: ByteBuffer
  ) throws(ByteFault) {
    let writer = ColumnWriter(bytes, effort)
    bytes.append(varint: firstStep.number)
    bytes.append(varint: actions.count)
    bytes.append(varint: settled.count)
    bytes.append(names.timing.rawValue)
    encodeMoments(names, to: writer)
    encodeTypes(names, to: writer)
    encodeCauses(to: writer)
    encodeOutcomes(names, to: writer)
    try encodeValues(names, to: writer)
  }

  /// The outcomes up to the first action without one, during which the app stopped.
  private var settled: [Outcome] {
    outcomes.prefix { $0 != nil }.compactMap { $0 }
  }

  private func encodeMoments(_ names: Names, to writer: ColumnWriter) {
    let ticks = actions.map { $0.facts.moment.monotonic / LogFormat.timeUnit }
    let differences = zip(ticks.dropFirst(), ticks).map { $0 &- $1 }
    let unit = max(differences.reduce(0, Self.greatestCommonDivisor), 1)
    writer.bytes.append(zigzag: ticks.first ?? 0)
    writer.bytes.append(varint: UInt64(unit))
    var sum: Int64 = 0
    let units = differences.map { difference in
      sum &+= difference / unit
      return UInt64(bitPattern: sum)
    }
    NumberDraft(units, .difference).write(to: writer)
    encodeOffsets(ticks, names.clockStep, to: writer)
  }

  private static func greatestCommonDivisor(_ one: Int64, _ other: Int64) -> Int64 {
    var (larger, smaller) = (one.magnitude, other.magnitude)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return Int64(clamping: larger)
  }

  /// The wall clock's offset at the first action, and its changes.
  private func encodeOffsets(_ ticks: [Int64], _ clockStep: UInt64, to writer: ColumnWriter) {
    let offsets = zip(actions, ticks).map { $0.facts.moment.wall &- $1 &* LogFormat.timeUnit }
    var offset = offsets.first ?? 0
    writer.bytes.append(zigzag: offset)
    var moved: [(index: Int, number: UInt64)] = []
    for (index, now) in offsets.enumerated() where (now &- offset).magnitude >= clockStep {
      offset = now
      moved.append((index, UInt64(bitPattern: now)))
    }
    Self.write(sparse: moved, .difference, to: writer)
  }

  /// Numbers that only some actions have: the distance from the previous such action, and the numbers.
  private static func write(
    sparse numbers: [(index: Int, number: UInt64)], _ relation: NumberColumn.Relation = .same,
    to writer: ColumnWriter
  ) {
    write(indices: numbers.map(\.index), to: writer)
    NumberDraft(numbers.map(\.number), relation).write(to: writer)
  }

  private static func write(indices: [Int], to writer: ColumnWriter) {
    writer.bytes.append(varint: indices.count)
    NumberDraft(zip(indices, [0] + indices).map { UInt64($0 - $1) }).write(to: writer)
  }

  /// The smallest change of the wall clock against the monotonic clock that is recorded, in nanoseconds: half
  /// a millisecond is below the jitter of reading both.
  package static let clockStep: UInt64 = 500_000

  private func encodeTypes(_ names: Names, to writer: ColumnWriter) {
    var used = Numbering<Int, Int>()
    let column = NumberDraft(actions.map { UInt64(used.number(of: $0.facts.type)) })
    writer.bytes.append(varint: used.all.count)
    for type in used.all {
      names.types[type].encode(to: writer.bytes)
    }
    column.write(to: writer)
  }

  private func encodeCauses(to writer: ColumnWriter) {
    var causes: [(index: Int, number: UInt64)] = []
    for (index, action) in actions.enumerated() {
      guard let cause = action.facts.cause else { continue }
      causes.append((index, firstStep.number + UInt64(index) &- cause.number))
    }
    Self.write(sparse: causes, to: writer)
  }

  private func encodeOutcomes(_ names: Names, to writer: ColumnWriter) {
    var used = Numbering<Int, Int>()
    let column = NumberDraft(settled.map { UInt64(used.number(of: $0.changed)) })
    writer.bytes.append(varint: used.all.count)
    for set in used.all {
      writer.bytes.append(varint: names.storeSets[set].count)
      for store in names.storeSets[set] { writer.bytes.append(varint: store) }
    }
    column.write(to: writer)
    let durations = settled.map {
      names.timing == .exact ? UInt64(max($0.nanoseconds, 0)) : CoarseTime.code($0.nanoseconds)
    }
    NumberDraft(durations).write(to: writer)
  }

  private func encodeValues(_ names: Names, to writer: ColumnWriter) throws(ByteFault) {
    let shapes = ShapeNumbers()
    let payloads = SequenceColumns(core: names.shapes, shapes: shapes)
    var reader = ByteReader(rows.bytes)
    for action in actions {
      try payloads.append(names.shapes.shape(action.facts.shape), from: &reader)
    }
    let drawn = SequenceColumns(core: names.shapes, shapes: shapes)
    // Draws of an action within another, or on another thread, are written before those of an earlier action.
    let draws = draws.enumerated().sorted {
      ($0.element.action, $0.offset) < ($1.element.action, $1.offset)
    }
    .map(\.element)
    for draw in draws {
      var reader = ByteReader(UnsafeRawBufferPointer(rebasing: drawRows.bytes[draw.rowStart...]))
      try drawn.append(names.shapes.shape(draw.shape), from: &reader)
    }
    shapes.write(to: writer.bytes)
    payloads.write(to: writer)
    Self.write(indices: draws.map(\.action), to: writer)
    drawn.write(to: writer)
  }
}
