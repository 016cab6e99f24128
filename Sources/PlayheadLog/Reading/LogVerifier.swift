import PlayheadCoding

/// A walk over all of a log that checks what it comes across, and goes on behind what is damaged.
struct LogVerifier {
  private let log: LogReader
  private(set) var scan = LogScan()
  private(set) var result = Verification()
  private var checkpoints: [Step] = []
  private var gaps: [ClosedRange<Step>] = []
  private var end: Step?
  private var rosters: RosterHistory
  /// Whether a frame was damaged that may have held anything.
  private var isAnythingLost = false

  init(_ log: LogReader) {
    self.log = log
    rosters = RosterHistory(log.header)
  }

  /// Whether there is another frame.
  var isAtEnd: Bool { scan.offset >= log.source.size }

  /// Checks the next frame; false if what comes behind it cannot be found.
  mutating func checkFrame() throws(LogError) -> Bool {
    let number = scan.index.frames.count
    let offset = scan.offset
    if let fault = try scan.takeFrame(of: log.source) {
      let entry = log.entry(atOffset: offset)
      report(fault, number, offset, entry)
      return scan.isOfOneRecording ? try scan.skipFrame(of: log.source, as: entry) : false
    }
    let entry = scan.index.frames[number]
    if let fault = try checkRecords(at: offset, entry) {
      report(fault, number, offset, entry)
      return true
    }
    result.frames += 1
    result.chunks += entry.count > 0 ? 1 : 0
    result.actions += entry.count
    return true
  }

  private mutating func report(
    _ fault: String, _ frame: Int, _ offset: Int, _ entry: FrameIndex.Entry?
  ) {
    let before = scan.index.frames[..<frame].last { $0.count > 0 }?.steps?.upperBound
    let damage = LogError.Damage(
      path: log.name, frame: frame, offset: offset, fault: fault, steps: entry?.steps,
      lastWhole: before ?? .initial)
    result.problems.append(.damage(damage))
    let told: RecordKinds = [
      .of(.header), .of(.chunk), .of(.packedChunk), .of(.note), .of(.digests), .of(.roster),
    ]
    isAnythingLost = isAnythingLost || entry.map { !$0.kinds.isSubset(of: told) } ?? true
  }

  /// Reads all records of a frame to their last value; says what is wrong, or nil.
  private mutating func checkRecords(
    at offset: Int, _ entry: FrameIndex.Entry
  ) throws(LogError) -> String? {
    guard !entry.kinds.isEmpty else { return nil }
    let bytes = try log.source.read(at: offset, count: entry.length)
    return RecordStream.forEach(inFrame: bytes) { kind, body throws(ByteFault) in
      switch kind {
      case .header: _ = try LogHeader(from: body)
      case .checkpoint: checkpoints.append(try Checkpoint(from: body).checkStates())
      case .chunk, .packedChunk: try Chunk.read(kind, body)?.checkPayloads()
      case .note: _ = try Note(from: body)
      case .gap: gaps.append(try Gap(from: body).steps)
      case .digests: _ = try StateDigests(from: body)
      case .end: end = try RecordingEnd(from: body).step
      case .roster:
        let (roster, states) = try Roster.read(from: body)
        try rosters.take(roster, states)
        _ = try states.checkStates()
      case .seal: _ = try SealMark(from: body)
      case nil: break
      }
    }
  }
}

// MARK: - The log as a whole

extension LogVerifier {
  /// What can only be told when everything was read.
  mutating func finish() {
    let lastGap = gaps.map(\.upperBound).max() ?? .initial
    let last = max(scan.lastStep, lastGap)
    if end == nil, !isAnythingLost { result.problems.append(.notClosed(lastStep: scan.lastStep)) }
    // The index describes the frames before it and was written last.
    if end != nil, isAtEnd, !isIndexRight { result.problems.append(.badIndex) }
    result.problems += overlappingGaps.map { .overlappingGap($0) }
    // What is missing may be in a frame that cannot be read.
    guard !isAnythingLost else { return }
    if !checkpoints.contains(.initial) { result.problems.append(.noInitialState) }
    result.problems += missingSteps.map { .missingSteps($0) }
    if let end, end != last { result.problems.append(.wrongEnd(end, lastStep: last)) }
  }

  private var isIndexRight: Bool {
    // A packed log of one frame needs none.
    if !log.hasIndex, scan.index.frames.count == 1 { return true }
    guard log.hasIndex, scan.index.frames.dropLast().elementsEqual(log.index.frames) else {
      return false
    }
    let isDamaged = result.problems.contains { if case .damage = $0 { true } else { false } }
    return isDamaged || Set(scan.index.types) == Set(log.index.types)
  }

  private var recorded: [ClosedRange<Step>] { scan.index.frames.compactMap(\.steps) }

  private var missingSteps: [ClosedRange<Step>] {
    var missing: [ClosedRange<Step>] = []
    var expected = Step.initial.next
    for known in (recorded + gaps).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if known.lowerBound > expected, let last = known.lowerBound.previous {
        missing.append(expected...last)
      }
      expected = max(expected, known.upperBound.next)
    }
    return missing
  }

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
