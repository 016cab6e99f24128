package import PlayheadLog
package import PlayheadCoding

/// A chunk's information about its actions, without their payloads.
package struct ChunkHead {
  package let firstStep: Step
  package let count: Int
  package let timing: Timing
  package private(set) var moments: [Moment] = []
  package private(set) var types: [ActionType] = []
  /// The type number of each action.
  package private(set) var typeColumn: [UInt64] = []
  package private(set) var causes: [(index: Int, number: Int64)] = []
  /// Sets of stores, by the stores' numbers.
  package private(set) var storeSets: [[Int]] = []
  /// For each handled action, the number of the set of stores that it changed.
  package private(set) var changedColumn: [UInt64] = []
  /// For each handled action, the time that the stores took.
  package private(set) var durations: [Int64] = []

  package var lastStep: Step { Step(firstStep.number + UInt64(count - 1)) }

  package var steps: ClosedRange<Step> { firstStep...lastStep }

  /// The number of actions up to `step`; without `step`, of all.
  func count(through step: Step?) -> Int {
    guard let step, step < lastStep else { return count }
    return step < firstStep ? 0 : Int(step.number - firstStep.number) + 1
  }

  /// Reads the start of a chunk's body.
  package init(_ body: UnsafeRawBufferPointer) throws(ByteFault) {
    var reader = RecordStream.reader(of: body)
    try self.init(from: &reader)
  }

  package init(from reader: inout ByteReader) throws(ByteFault) {
    let start = reader.position
    firstStep = try reader.step()
    count = try reader.valueCount()
    let outcomes = try reader.valueCount()
    guard firstStep > .initial, count > 0, outcomes <= count,
      UInt64(count) <= LogFormat.stepLimit - firstStep.number,
      let timing = Timing(rawValue: try reader.byte())
    else { throw ByteFault.malformed("a chunk", at: start) }
    self.timing = timing
    try readMoments(from: &reader)
    try readTypes(from: &reader)
    causes = try Self.sparse(within: count, from: &reader)
    try checkCauses(reader.position)
    try readOutcomes(outcomes, from: &reader)
  }

  private mutating func readMoments(from reader: inout ByteReader) throws(ByteFault) {
    let start = reader.position
    var tick = try reader.zigzag()
    let unit = Int64(bitPattern: try reader.varint())
    let first = tick
    var units = try NumberCursor(count - 1, from: &reader)
    var offset = try reader.zigzag()
    let moved = try Self.sparse(within: count, from: &reader)
    var next = 0
    try reader.reserve(memory: MemoryLayout<Moment>.stride, count: count)
    moments.reserveCapacity(count)
    for index in 0..<count {
      if index > 0 {
        let distance = Int64(bitPattern: try units.next()).multipliedReportingOverflow(by: unit)
        let sum = first.addingReportingOverflow(distance.partialValue)
        guard !distance.overflow, !sum.overflow else { throw Self.badTime(start) }
        tick = sum.partialValue
      }
      while next < moved.count, moved[next].index == index {
        offset = moved[next].number
        next += 1
      }
      guard let moment = Moment(ticks: tick, offset: offset) else { throw Self.badTime(start) }
      moments.append(moment)
    }
  }

  private static func badTime(_ start: Int) -> ByteFault {
    .malformed("an action's time", at: start)
  }

  /// Numbers of some actions, with those actions' indices.
  private static func sparse(
    within count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [(index: Int, number: Int64)] {
    let indices = try indices(within: count, from: &reader)
    let numbers = try NumberCursor.numbers(indices.count, from: &reader)
    try reader.reserve(memory: MemoryLayout<(Int, Int64)>.stride, count: indices.count)
    return zip(indices, numbers).map { ($0, Int64(bitPattern: $1)) }
  }

  /// Indices of actions in the chunk, in order.
  static func indices(
    within count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [Int] {
    let start = reader.position
    var index: UInt64 = 0
    let distances = try NumberCursor.numbers(try reader.valueCount(), from: &reader)
    try reader.reserve(memory: MemoryLayout<Int>.stride, count: distances.count)
    return try distances.map { (distance) throws(ByteFault) in
      guard distance < UInt64(count) - index else {
        throw ByteFault.malformed("an action's number in its chunk", at: start)
      }
      index += distance
      return Int(index)
    }
  }

  private mutating func readTypes(from reader: inout ByteReader) throws(ByteFault) {
    // Counts the entry in the table of all types, too.
    for _ in 0..<(try reader.count(of: 2, taking: 128)) {
      types.append(try ActionType(from: &reader))
    }
    typeColumn = try NumberCursor.numbers(count, from: &reader)
    try Self.check(typeColumn, below: types.count, "an action type's number", reader.position)
  }

  /// Causes must come earlier, so that following them ends.
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
    // An array takes 32 bytes before its elements.
    for _ in 0..<(try reader.count(taking: 40)) {
      var stores: [Int] = []
      for _ in 0..<(try reader.count(taking: 16)) {
        stores.append(Int(clamping: try reader.varint()))
      }
      storeSets.append(stores)
    }
    changedColumn = try NumberCursor.numbers(outcomes, from: &reader)
    try Self.check(changedColumn, below: storeSets.count, "a store set's number", reader.position)
    let column = try NumberCursor.numbers(outcomes, from: &reader)
    try reader.reserve(memory: MemoryLayout<Int64>.stride, count: outcomes)
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

  private init(_ other: ChunkHead, from first: Step, count: Int) {
    (firstStep, self.count, timing) = (first, count, other.timing)
    (types, storeSets) = (other.types, other.storeSets)
  }

  /// Some of the actions, in their order, with steps from `first` on. The first `finished` of them get an empty
  /// outcome if they have none. `cause` returns the new step of a cause; nil if the action has none then.
  package func part(
    _ ranges: [Range<Int>], from first: Step, finished: Int, cause: (Step) -> Step?
  ) -> ChunkHead {
    var part = ChunkHead(self, from: first, count: ranges.reduce(0) { $0 + $1.count })
    for range in ranges {
      let shift = part.moments.count - range.lowerBound
      let start = causes.partitionPoint { $0.index >= range.lowerBound }
      for (index, _) in causes[start...].prefix(while: { $0.index < range.upperBound }) {
        let step = Step(first.number + UInt64(index + shift))
        guard let new = self.cause(of: index).flatMap(cause), new < step else { continue }
        part.causes.append((index + shift, Int64(step.number - new.number)))
      }
      part.moments += moments[range]
      part.typeColumn += typeColumn[range]
      let handled = range.clamped(to: changedColumn.indices)
      part.changedColumn += changedColumn[handled]
      part.durations += durations[handled]
    }
    while part.changedColumn.count < finished {
      if part.storeSets.last != [] { part.storeSets.append([]) }
      part.changedColumn.append(UInt64(part.storeSets.count - 1))
      part.durations.append(0)
    }
    return part
  }

  /// The step that caused the action, if there is one.
  package func cause(of index: Int) -> Step? {
    let place = causes.partitionPoint { $0.index >= index }
    guard place < causes.count, causes[place].index == index else { return nil }
    let step = firstStep.number + UInt64(index)
    return Step(step &- UInt64(bitPattern: causes[place].number))
  }
}
