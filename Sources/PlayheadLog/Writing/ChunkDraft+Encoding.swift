package import PlayheadCoding

/// A chunk's record: `Format.md` names its columns in this order.
extension ChunkDraft {
  /// What a draft refers to by number.
  package struct Names {
    package var shapes: [Shape]
    package var types: [ActionType]
    /// The sets of stores, by the stores' numbers.
    package var storeSets: [[Int]]
    package var timing: Timing
    /// The wall clock is noted anew when it has gone this far from the monotonic one, in nanoseconds.
    package var clockStep: UInt64

    package init(
      shapes: [Shape], types: [ActionType], storeSets: [[Int]], timing: Timing,
      clockStep: UInt64 = ChunkDraft.clockStep
    ) {
      self.clockStep = clockStep
      self.shapes = shapes
      self.types = types
      self.storeSets = storeSets
      self.timing = timing
    }
  }

  /// Appends the body of the chunk's record.
  ///
  /// Throws only if a row contradicts its shape, which no encoder's row does.
  package func encode(_ names: Names, to bytes: ByteBuffer) throws(ByteFault) {
    bytes.append(varint: firstStep.number)
    bytes.append(varint: actions.count)
    bytes.append(varint: settled.count)
    bytes.append(names.timing.rawValue)
    encodeMoments(names, to: bytes)
    encodeTypes(names, to: bytes)
    encodeCauses(to: bytes)
    encodeOutcomes(names, to: bytes)
    try encodeValues(names, to: bytes)
  }

  /// The outcomes up to the first action that has none: the app stopped, or was stopped being
  /// recorded, while handling it.
  private var settled: [Outcome] {
    outcomes.prefix { $0 != nil }.compactMap { $0 }
  }

  private func encodeMoments(_ names: Names, to bytes: ByteBuffer) {
    let ticks = actions.map { $0.facts.moment.monotonic / LogFormat.timeUnit }
    Numbers.writeDifferences(ticks, to: bytes)
    var offset: Int64?
    var offsets: [(index: Int, number: Int64)] = []
    for (index, action) in actions.enumerated() {
      let now = action.facts.moment.wall &- ticks[index] &* LogFormat.timeUnit
      if let offset, (now &- offset).magnitude < names.clockStep { continue }
      offset = now
      offsets.append((index, now))
    }
    Numbers.write(sparse: offsets, to: bytes)
  }

  /// The wall clock is noted anew when it has gone this far from the monotonic one, in nanoseconds:
  /// half a millisecond is below what its settings and its jitter between two readings mean.
  package static let clockStep: UInt64 = 500_000

  private func encodeTypes(_ names: Names, to bytes: ByteBuffer) {
    var used = FirstUse()
    let column = actions.map { used.number(of: $0.facts.type) }
    bytes.append(varint: used.order.count)
    for type in used.order {
      bytes.append(string: names.types[type].name)
      bytes.append(zigzag: Int64(names.types[type].version))
    }
    Numbers.write(column, to: bytes)
  }

  private func encodeCauses(to bytes: ByteBuffer) {
    var causes: [(index: Int, number: Int64)] = []
    for (index, action) in actions.enumerated() {
      guard let cause = action.facts.cause else { continue }
      let step = firstStep.number + UInt64(index)
      causes.append((index, Int64(bitPattern: step &- cause.number)))
    }
    Numbers.write(sparse: causes, to: bytes)
  }

  private func encodeOutcomes(_ names: Names, to bytes: ByteBuffer) {
    var used = FirstUse()
    let column = settled.map { used.number(of: $0.changed) }
    bytes.append(varint: used.order.count)
    for set in used.order {
      let stores = names.storeSets[set]
      bytes.append(varint: stores.count)
      for store in stores { bytes.append(varint: store) }
    }
    Numbers.write(column, to: bytes)
    Numbers.write(
      settled.map {
        names.timing == .exact
          ? UInt64(max($0.nanoseconds, 0)) : CoarseTime.code($0.nanoseconds)
      }, to: bytes)
  }

  private func encodeValues(_ names: Names, to bytes: ByteBuffer) throws(ByteFault) {
    let core = DecodingCore(shapes: names.shapes, userInfo: [:])
    let numbers = ShapeNumbers()
    let payloads = SequenceColumns(core: core, numbers: numbers)
    var reader = ByteReader(rows.bytes)
    for action in actions {
      try payloads.append(names.shapes[action.facts.shape], from: &reader)
    }
    let drawn = SequenceColumns(core: core, numbers: numbers)
    var drawReader = ByteReader(drawRows.bytes)
    for draw in draws { try drawn.append(names.shapes[draw.shape], from: &drawReader) }
    numbers.write(to: bytes)
    payloads.write(to: bytes)
    Numbers.write(sparse: draws.map { ($0.action, 0) }, to: bytes)
    drawn.write(to: bytes)
  }

  /// Numbers things in the order of their first use.
  private struct FirstUse {
    var order: [Int] = []
    private var numbers: [Int: UInt64] = [:]

    mutating func number(of thing: Int) -> UInt64 {
      if let known = numbers[thing] { return known }
      defer { order.append(thing) }
      numbers[thing] = UInt64(order.count)
      return UInt64(order.count)
    }
  }
}
