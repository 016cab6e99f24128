package import PlayheadCoding

/// What a chunk says about its actions, without their payloads.
package struct ChunkHead {
  package let firstStep: Step
  package let count: Int
  package let timing: Timing
  package private(set) var moments: [Moment] = []
  package private(set) var types: [ActionType] = []
  /// For each action the number of its type.
  package private(set) var typeColumn: [UInt64] = []
  package private(set) var causes: [(index: Int, number: Int64)] = []
  /// Sets of stores, by the stores' numbers.
  package private(set) var storeSets: [[Int]] = []
  /// For each action that was handled the number of the set of stores that it changed.
  package private(set) var changedColumn: [UInt64] = []
  /// For each action that was handled how long the stores took.
  package private(set) var durations: [Int64] = []

  /// The last action's step.
  package var lastStep: Step { Step(firstStep.number + UInt64(count - 1)) }

  /// How many of the actions come up to `step`; all without it.
  func count(through step: Step?) -> Int {
    guard let step, step < lastStep else { return count }
    return step < firstStep ? 0 : Int(step.number - firstStep.number) + 1
  }

  /// Reads the start of a chunk's body, packed or not; nil if it is another record's.
  package static func read(
    _ kind: RecordKind?, _ body: UnsafeRawBufferPointer
  ) throws(ByteFault) -> ChunkHead? {
    try PackedChunk.withPlainHead(kind, body) { (plain) throws(ByteFault) in
      var reader = RecordStream.reader(of: plain)
      return try ChunkHead(from: &reader)
    }
  }

  init(from reader: inout ByteReader) throws(ByteFault) {
    let start = reader.position
    firstStep = Step(try reader.varint())
    count = try reader.count()
    let outcomes = try reader.count()
    guard firstStep > .initial, count > 0, outcomes <= count,
      firstStep.number < LogFormat.stepLimit, let timing = Timing(rawValue: try reader.byte())
    else { throw ByteFault.malformed("a chunk", at: start) }
    self.timing = timing
    try readMoments(from: &reader)
    try readTypes(from: &reader)
    causes = try Numbers.readSparse(within: count, from: &reader)
    try checkCauses(reader.position)
    try readOutcomes(outcomes, from: &reader)
  }

  private mutating func readMoments(from reader: inout ByteReader) throws(ByteFault) {
    let ticks = try Numbers.readDifferences(count, from: &reader)
    let offsets = try Numbers.readSparse(within: count, from: &reader)
    var next = 0
    var offset: Int64 = 0
    try reader.take(memory: MemoryLayout<Moment>.stride, count: count)
    moments.reserveCapacity(count)
    for (index, tick) in ticks.enumerated() {
      if next < offsets.count, offsets[next].index == index {
        offset = offsets[next].number
        next += 1
      }
      let monotonic = tick &* LogFormat.timeUnit
      moments.append(Moment(monotonic: monotonic, wall: monotonic &+ offset))
    }
  }

  private mutating func readTypes(from reader: inout ByteReader) throws(ByteFault) {
    // With its entry in the table of all types.
    for _ in 0..<(try reader.count(of: 2, taking: 128)) {
      let name = try reader.string()
      types.append(ActionType(name: name, version: Int(try reader.zigzag())))
    }
    typeColumn = try Numbers.read(count, from: &reader)
    try Self.check(typeColumn, below: types.count, "an action type's number", reader.position)
  }

  /// Each is an earlier action's: whoever follows them comes to an end.
  private func checkCauses(_ position: Int) throws(ByteFault) {
    for (index, number) in causes {
      guard number > 0, number.magnitude < firstStep.number + UInt64(index) else {
        throw ByteFault.malformed("the number of an earlier action", at: position)
      }
    }
  }

  private mutating func readOutcomes(
    _ outcomes: Int, from reader: inout ByteReader
  ) throws(ByteFault) {
    // An array is 32 bytes in front of its elements.
    for _ in 0..<(try reader.count(taking: 40)) {
      var stores: [Int] = []
      for _ in 0..<(try reader.count(taking: 16)) {
        stores.append(Int(clamping: try reader.varint()))
      }
      storeSets.append(stores)
    }
    changedColumn = try Numbers.read(outcomes, from: &reader)
    try Self.check(changedColumn, below: storeSets.count, "a store set's number", reader.position)
    let column = try Numbers.read(outcomes, from: &reader)
    try reader.take(memory: MemoryLayout<Int64>.stride, count: outcomes)
    durations = column.map {
      timing == .exact ? Int64(clamping: $0) : CoarseTime.nanoseconds($0)
    }
  }

  private static func check(
    _ column: [UInt64], below limit: Int, _ what: String, _ position: Int
  ) throws(ByteFault) {
    guard column.allSatisfy({ $0 < UInt64(limit) }) else {
      throw ByteFault.malformed(what, at: position)
    }
  }

  /// The step that caused the action, if one did.
  package func cause(of index: Int) -> Step? {
    var low = 0
    var high = causes.count
    while low < high {
      let middle = (low + high) / 2
      if causes[middle].index < index { low = middle + 1 } else { high = middle }
    }
    guard low < causes.count, causes[low].index == index else { return nil }
    let step = firstStep.number + UInt64(index)
    return Step(step &- UInt64(bitPattern: causes[low].number))
  }
}
