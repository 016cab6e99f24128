import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadValues

/// Scans a whole log, checks each frame, and continues after damage.
struct LogVerifier {
  private let log: LogReader
  private(set) var scan: LogScan
  private(set) var result = Verification()
  /// What the whole frames say.
  private(set) var records: RecordCheck
  private var indexes = IndexCheck()
  /// The number of damaged frames that may have held records other than actions, gaps and ends.
  private(set) var lostBesides = 0

  init(_ log: LogReader) {
    self.log = log
    scan = LogScan(log.source)
    records = RecordCheck(StoreListHistory(log.hasBeginning ? log.header.stores : []))
  }

  /// Whether reading a frame takes more memory than allowed.
  var exceedsMemoryLimit: Bool { scan.faults.contains { $0.fault == MemoryLimit.sentence } }

  /// Whether there are no more frames.
  var isAtEnd: Bool { scan.offset >= log.source.size || scan.isOver }

  /// Checks the next frame, or the damage before it. Returns whether the frame is whole.
  mutating func checkFrame() throws(ReadingError) -> Bool {
    let (number, offset) = (scan.index.frames.count, scan.offset)
    var records = records
    let fault = try scan.scanNext(to: log.source.size, as: log.entry(atOffset: offset)) {
      records.read($0, length: $1)
    }
    guard fault == nil else { return false }
    result.frames += 1
    let entry = scan.index.frames[number]
    if entry.kinds.isEmpty {
      indexes.check(try log.source.read(at: offset, count: entry.length), scan.index)
    } else {
      self.records = records
    }
    guard entry.count > 0 else { return true }
    result.chunks += 1
    result.actions += entry.count
    return true
  }
}

// MARK: - The log as a whole

extension LogVerifier {
  /// Whether there is an initial state.
  var hasInitialState: Bool { records.checkpoints.contains(scan.initialStep) }

  /// The last step in a chunk, even a damaged one, or in a gap.
  private var lastCountedStep: Step {
    let damaged = scan.faults.compactMap(\.known?.steps?.upperBound)
    return (damaged + records.gaps.map(\.steps.upperBound)).reduce(
      max(scan.lastStep, log.facts.tail?.lastLostStep ?? .initial), max)
  }

  /// The last step in any record.
  var lastStepOfAll: Step { max(lastCountedStep, records.end ?? .initial) }

  /// The lost steps, after everything was read.
  var lostSteps: LostSteps {
    LostSteps(from: scan.initialStep.next, to: lastStepOfAll, known: knownSteps)
  }

  private var knownSteps: [ClosedRange<Step>] {
    scan.index.frames.compactMap(\.steps) + records.gaps.map(\.steps)
  }

  /// The lost steps that no damage explains.
  private func lostSteps(besides damages: [ReadingError.Damage]) -> [ClosedRange<Step>] {
    let last = lastCountedStep
    let explained = damages.compactMap { damage in
      let next = damage.lastWhole.next
      return damage.lost == .rest ? next...max(next, last) : damage.steps
    }
    return LostSteps(
      from: scan.initialStep.next, to: last, known: knownSteps + explained
    ).ranges
  }

  /// Finds the problems of the log as a whole, after everything was read.
  mutating func finish() {
    let (last, end) = (lastCountedStep, records.end)
    let (lost, chunks, initial) = (lostSteps, ChunkTable(scan.index), scan.initialStep)
    let damages = scan.faults.map {
      log.located($0.damage(of: log.name, chunks, lost, isOpen: end == nil, after: initial))
    }
    lostBesides = zip(scan.faults, damages).count { $0.mayHold(besides: $1.lost) }
    let all = damages + log.damagesOfTail()
    result.missing = records.gaps.missing
    result.problems = all.map { .damage($0) }
    // A lost frame may have had the end.
    let isEndLost =
      all.contains { $0.lost == .rest }
      || scan.faults.contains { $0.known?.kinds.contains(.of(.end)) == true }
    result.isBeingWritten = end == nil && log.isBeingWritten
    if end == nil, !isEndLost, !log.isBeingWritten {
      result.problems.append(.notClosed(lastStep: scan.lastStep))
    }
    // A packed log of one frame needs no index.
    let isIndexed = scan.index.frames.count == 1 || indexes.isAtEnd(of: scan.index)
    if indexes.isWrong || end != nil && isAtEnd && !isIndexed { result.problems.append(.badIndex) }
    result.problems += lostSteps(besides: all).map { .missingSteps($0) }
    // The missing records may be in an unreadable frame.
    guard !scan.faults.contains(where: \.mayHoldAnything) else { return }
    if !hasInitialState { result.problems.append(.noInitialState) }
    if let end, end != last { result.problems.append(.wrongEnd(end, lastStep: last)) }
  }
}

extension LogScan.LocatedFrameFault {
  /// Whether the frame had records other than actions, gaps and ends, or may have had them: a gap replaces lost
  /// steps, and the end is written again.
  fileprivate func mayHold(besides lost: ReadingError.Damage.Extent) -> Bool {
    guard let known else { return !isWhole && lost == .nothing }
    return !known.kinds.isSubset(
      of: [.of(.header), .of(.chunk), .of(.gap), .of(.end), .of(.flushMark)])
  }

  /// Whether the frame may have had states, gaps or the end.
  fileprivate var mayHoldAnything: Bool {
    guard let known, !known.kinds.isEmpty else { return true }
    return !known.kinds.isDisjoint(with: [.of(.checkpoint), .of(.gap), .of(.end)])
  }
}
