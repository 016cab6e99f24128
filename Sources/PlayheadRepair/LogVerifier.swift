import PlayheadCoding
import PlayheadFiles
import PlayheadLog

/// Scans a whole log, checks each frame, and continues after damage.
struct LogVerifier {
  private let log: LogReader
  private(set) var scan: LogScan
  private(set) var result = Verification()
  private var indexes = IndexCheck()
  private var faults: [LogScan.FrameFaultPlace] = []
  /// The steps of the readable chunks.
  private(set) var recorded: [ClosedRange<Step>] = []
  private(set) var gaps: [PlacedGap] = []
  private var checkpoints: [Step] = []
  private var end: Step?
  /// The known part of the store lists.
  private(set) var storeLists: StoreListHistory
  /// Whether a damaged frame may have held records of any kind.
  private var isAnythingLost = false
  /// The number of damaged frames that may have held records other than actions, gaps and ends.
  private(set) var lostBesides = 0

  /// A gap, and the place of its record.
  struct PlacedGap {
    var gap: Gap
    var frame: Int
    var record: Int

    var steps: ClosedRange<Step> { gap.steps }
  }

  init(_ log: LogReader) {
    self.log = log
    scan = LogScan(log.source)
    storeLists = StoreListHistory(log.hasBeginning ? log.header.stores : [])
  }

  /// Whether reading a frame takes more memory than allowed.
  var isBeyondMemory: Bool { faults.contains { $0.fault == MemoryLimit.sentence } }

  /// Whether there are no more frames.
  var isAtEnd: Bool { scan.offset >= log.source.size || scan.isOver }

  /// Checks the next frame, or the damage before it. Returns what can be kept.
  mutating func checkFrame() throws(LogError) -> CheckedFrame {
    let (number, offset) = (scan.index.frames.count, scan.offset)
    let known = log.entry(atOffset: offset)
    let faultCount = scan.faults.count
    let isRefused = try scan.takeNext(to: log.source.size, as: known) != nil
    let found = scan.faults[faultCount...]
    faults += found
    if isRefused {
      if let fault = found.last { lose(fault) }
      return CheckedFrame(remains: .nothing)
    }
    let entry = scan.index.frames[number]
    guard !entry.kinds.isEmpty else {
      let bytes = try log.source.read(at: offset, count: entry.length)
      indexes.take(bytes, scan.index)
      result.frames += 1
      return CheckedFrame(remains: .all)
    }
    storeLists.memory.allow(forFrameOf: entry.length)
    var check = RecordCheck(storeLists)
    check.read(scan.content)
    return CheckedFrame(remains: take(check, number, offset), front: check.front)
  }

  /// Continues after a frame whose records were read.
  private mutating func take(_ check: RecordCheck, _ number: Int, _ offset: Int) -> FrameRemains {
    // A log that continued after its end has not ended yet.
    (storeLists, end) = (check.storeLists, check.end)
    checkpoints += check.checkpoints
    gaps += check.gaps.map { PlacedGap(gap: $0.gap, frame: number, record: $0.record) }
    if let steps = check.steps {
      recorded.append(steps)
      result.chunks += 1
      result.actions += steps.count
    }
    guard let fault = check.fault else {
      result.frames += 1
      return .all
    }
    var lost = scan.index.frames[number]
    if check.steps != nil { (lost.firstStep, lost.count) = (0, 0) }
    if !check.lostKinds.isEmpty { lost.kinds = check.lostKinds }
    let place = LogScan.FrameFaultPlace(frame: number, offset: offset, fault: fault, known: lost)
    faults.append(place)
    lose(place)
    return check.lost.count < check.count ? .without(check.lost) : .nothing
  }

  /// Continues without a frame; the content of damage without an index entry is unknown.
  private mutating func lose(_ fault: LogScan.FrameFaultPlace) {
    if fault.isMisplaced { return }
    let told: RecordKinds = [
      .of(.header), .of(.chunk), .of(.note), .of(.digests), .of(.storeList), .of(.flushMark),
    ]
    isAnythingLost = isAnythingLost || !(fault.holds(nothingBut: told) ?? false)
    // A gap replaces lost steps, and the end is written again.
    let replaced: RecordKinds = [
      .of(.header), .of(.chunk), .of(.gap), .of(.end), .of(.flushMark),
    ]
    let isIndex = fault.known?.kinds.isEmpty == true
    if !isIndex, fault.holds(nothingBut: replaced) == false { lostBesides += 1 }
  }
}

extension LogScan.FrameFaultPlace {
  /// Whether it had only records of these kinds; `nil` if that is unknown.
  fileprivate func holds(nothingBut kinds: RecordKinds) -> Bool? {
    known.flatMap { $0.kinds.isEmpty ? nil : $0.kinds.isSubset(of: kinds) }
  }
}

// MARK: - The log as a whole

extension LogVerifier {
  /// Whether there is an initial state.
  var hasInitialState: Bool { checkpoints.contains(scan.initialStep) }

  /// The last step in a chunk, even a damaged one, or in a gap.
  private var lastStepTold: Step {
    let damaged = faults.compactMap { $0.isMisplaced ? nil : $0.known?.steps?.upperBound }
    return (damaged + gaps.map(\.steps.upperBound)).reduce(
      max(scan.lastStep, log.facts.tail?.lastLostStep ?? .initial), max)
  }

  /// The last step in any record.
  var lastStepOfAll: Step { max(lastStepTold, end ?? .initial) }

  /// The lost steps after everything was read, if these are all gaps.
  func lostSteps(besides gaps: [PlacedGap]) -> LostSteps {
    LostSteps(
      from: scan.initialStep.next, to: lastStepOfAll, known: recorded + gaps.map(\.steps))
  }

  /// Finds the problems of the log as a whole, after everything was read.
  mutating func finish() {
    let last = lastStepTold
    let (lost, chunks, initial) = (
      lostSteps(besides: gaps), ChunkTable(scan.index), scan.initialStep
    )
    let damages =
      faults.map {
        log.located($0.damage(of: log.name, chunks, lost, isOpen: end == nil, after: initial))
      } + log.damagesOfTail()
    lostBesides += zip(faults, damages).count { fault, damage in
      fault.known == nil && !fault.isWhole && damage.lost == .nothing
    }
    result.missing = gaps.map(\.gap).missing
    result.problems = damages.map { .damage($0) }
    // A lost frame may have had the end.
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
    // Missing records may be in an unreadable frame.
    guard !isAnythingLost else { return }
    if !hasInitialState { result.problems.append(.noInitialState) }
    if let end, end != last { result.problems.append(.wrongEnd(end, lastStep: last)) }
  }

  /// The gaps that share a step with earlier or later records.
  private var overlappingGaps: [ClosedRange<Step>] {
    let all =
      (recorded.map { (steps: $0, isGap: false) } + gaps.map { (steps: $0.steps, isGap: true) })
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

/// The steps that are missing because of damage.
struct DamageExtent {
  /// The steps of damaged frames, in order, with overlapping ranges joined.
  private var ranges: [ClosedRange<Step>] = []
  /// The step after which anything may be damaged.
  private var lastWhole: Step?

  init(_ damages: [LogError.Damage]) {
    lastWhole = damages.filter { $0.lost == .rest }.map(\.lastWhole).min()
    let steps = damages.compactMap { if case .steps(let steps) = $0.lost { steps } else { nil } }
    for steps in steps.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, steps.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, steps.upperBound)
      } else {
        ranges.append(steps)
      }
    }
  }

  /// Whether damage explains that the `missing` steps are missing.
  func covers(_ missing: ClosedRange<Step>) -> Bool {
    if let lastWhole, missing.lowerBound > lastWhole { return true }
    let place = ranges.partitionPoint { $0.upperBound >= missing.lowerBound }
    return place < ranges.count && ranges[place].overlaps(missing)
  }
}
