import PlayheadCoding

/// A walk over all of a log that checks what it comes across, and goes on behind what is damaged.
struct LogVerifier {
  private let log: LogReader
  private(set) var scan: LogScan
  private(set) var result = Verification()
  private var indexes = IndexCheck()
  private var faults: [LogScan.FrameFaultPlace] = []
  private var checkpoints: [Step] = []
  private var gaps: [ClosedRange<Step>] = []
  private var end: Step?
  private var rosters: RosterHistory
  /// Whether a frame was damaged that may have held anything.
  private var isAnythingLost = false

  init(_ log: LogReader) {
    self.log = log
    scan = LogScan(log.source)
    rosters = log.emptyHistory
  }

  /// Whether there is no other frame.
  var isAtEnd: Bool { scan.offset >= log.source.size || scan.isOver }

  /// Checks the next frame, or what lies before it.
  mutating func checkFrame() throws(LogError) {
    let (number, offset) = (scan.index.frames.count, scan.offset)
    let known = log.entry(atOffset: offset)
    let faultCount = scan.faults.count
    let fault = try scan.takeNext(to: log.source.size, as: known)
    faults += scan.faults[faultCount...]
    if fault != nil { return lose(known) }
    let entry = scan.index.frames[number]
    if entry.kinds.contains(.of(.header)) { indexes.beginPart(scan.index) }
    if let fault = try checkRecords(at: offset, entry) {
      faults.append(.init(frame: number, offset: offset, fault: fault, known: entry))
      return lose(entry)
    }
    result.frames += 1
    result.chunks += entry.count > 0 ? 1 : 0
    result.actions += entry.count
  }

  /// Goes on without a frame; of a stretch without records it is not known what it was.
  private mutating func lose(_ known: FrameIndex.Entry?) {
    let told: RecordKinds = [
      .of(.header), .of(.chunk), .of(.packedChunk), .of(.note), .of(.digests), .of(.roster),
      .of(.seal),
    ]
    let isTold = known.map { !$0.kinds.isEmpty && $0.kinds.isSubset(of: told) } ?? false
    isAnythingLost = isAnythingLost || !isTold
    indexes.lose()
  }

  /// Reads all records of a frame to their last value; says what is wrong, or nil.
  private mutating func checkRecords(
    at offset: Int, _ entry: FrameIndex.Entry
  ) throws(LogError) -> String? {
    let bytes = try log.source.read(at: offset, count: entry.length)
    guard !entry.kinds.isEmpty else {
      indexes.takeOther(bytes, scan.index)
      return nil
    }
    // What went on again has not ended yet.
    end = nil
    return RecordStream.forEach(inFrame: bytes) { kind, body throws(ByteFault) in
      switch kind {
      case .header: try rosters.take(.header, body)
      case .checkpoint: checkpoints.append(try takeCheckpoint(body))
      case .chunk, .packedChunk:
        // What goes on has not ended: its recorder was stopped while it went on to another segment.
        end = nil
        try Chunk.read(kind, body)?.checkPayloads()
      case .note: _ = try Note(from: body)
      case .gap: gaps.append(try Gap(from: body).steps)
      case .digests: _ = try StateDigests(from: body)
      case .end: end = try RecordingEnd(from: body).step
      case .roster:
        let (roster, states) = try Roster.read(from: body)
        try rosters.take(roster, states)
        _ = try states.checkStates()
      case .seal: _ = try SealMark(from: body)
      case .squeezed, nil: break
      }
    }
  }

  private mutating func takeCheckpoint(_ body: UnsafeRawBufferPointer) throws(ByteFault) -> Step {
    try rosters.take(.checkpoint, body)
    return try Checkpoint(from: body).checkStates()
  }
}

// MARK: - The log as a whole

extension LogVerifier {
  /// How many frames were found damaged so far.
  var faultCount: Int { faults.count { !$0.isWhole } }

  /// The last step that is in a chunk or a gap.
  private var lastStepTold: Step {
    gaps.map(\.upperBound).reduce(max(scan.lastStep, log.facts.tail?.lastLostStep ?? .initial), max)
  }

  /// The last step of which anything tells.
  var lastStepOfAll: Step { max(lastStepTold, end ?? .initial) }

  /// The steps that are lost, when everything was read.
  var lostSteps: LostSteps {
    let damaged = Set(faults.filter { !$0.isWhole }.map(\.frame))
    let whole = scan.index.frames.enumerated().filter { !damaged.contains($0.offset) }
    return LostSteps(
      from: scan.initialStep.next, to: lastStepOfAll,
      known: whole.compactMap(\.element.steps) + gaps)
  }

  /// What can only be told when everything was read.
  mutating func finish() {
    let last = lastStepTold
    let (lost, chunks, initial) = (lostSteps, ChunkTable(scan.index), scan.initialStep)
    let damages =
      faults.map {
        log.located($0.damage(of: log.name, chunks, lost, isOpen: end == nil, after: initial))
      } + log.damagesOfTail()
    result.problems = damages.map { .damage($0) }
    // An end that is lost with its frame may have been there.
    let isEndLost =
      damages.contains { $0.lost == .rest }
      || faults.contains { $0.known?.kinds.contains(.of(.end)) == true }
    result.isBeingWritten = end == nil && log.isBeingWritten
    if end == nil, !isEndLost, !log.isBeingWritten {
      result.problems.append(.notClosed(lastStep: scan.lastStep))
    }
    // A packed log of one frame needs no index.
    let isIndexed = scan.index.frames.count == 1 || indexes.isAtEnd(of: scan.index)
    if indexes.isWrong || end != nil && isAtEnd && !isIndexed {
      result.problems.append(.badIndex)
    }
    result.problems += overlappingGaps.map { .overlappingGap($0) }
    let extent = DamageExtent(damages)
    result.problems += lost.ranges.filter { missing in
      missing.lowerBound <= last && !extent.covers(missing)
    }.map { .missingSteps($0) }
    // What is missing may be in a frame that cannot be read.
    guard !isAnythingLost else { return }
    if !checkpoints.contains(scan.initialStep) { result.problems.append(.noInitialState) }
    if let end, end != last { result.problems.append(.wrongEnd(end, lastStep: last)) }
  }

  private var recorded: [ClosedRange<Step>] { scan.index.frames.compactMap(\.steps) }

  /// The gaps that have a step in common with what comes before them or after them.
  private var overlappingGaps: [ClosedRange<Step>] {
    let all = (recorded.map { (steps: $0, isGap: false) } + gaps.map { (steps: $0, isGap: true) })
      .sorted { $0.steps.lowerBound < $1.steps.lowerBound }
    var overlapping: [ClosedRange<Step>] = []
    var furthest: (steps: ClosedRange<Step>, isGap: Bool)?
    for known in all {
      if let before = furthest, before.steps.upperBound >= known.steps.lowerBound {
        let gap = known.isGap ? known.steps : before.steps
        if overlapping.last != gap { overlapping.append(gap) }
      }
      if furthest.map({ $0.steps.upperBound < known.steps.upperBound }) ?? true {
        furthest = known
      }
    }
    return overlapping
  }
}
