import PlayheadCoding
import PlayheadFiles
package import PlayheadLog

/// Writes the whole frames of a damaged log, unchanged, into a clean log, with gaps for lost steps, an end, and an index.
package struct LogRecovery {
  private let log: LogReader

  /// What a recovery kept, and what is lost.
  package struct Report: Hashable, Sendable {
    /// The number of actions that were kept.
    package fileprivate(set) var actions = 0
    /// The size of the new log, in bytes.
    package fileprivate(set) var bytes = 0
    /// The damage.
    package fileprivate(set) var damages: [LogError.Damage] = []
    /// The lost steps.
    package fileprivate(set) var lost: [ClosedRange<Step>] = []
    /// The last step that was kept, if more may have followed.
    package fileprivate(set) var lostAfter: Step?
    /// Whether the first frame is lost, with the app's name, its stores and their first states.
    package fileprivate(set) var isHeaderLost = false
    /// The number of lost frames without actions, but with notes, states, digests or the like.
    package fileprivate(set) var lostBesides = 0
    /// The steps of parts that stand after later ones, and are left out.
    package fileprivate(set) var leftOut: [ClosedRange<Step>] = []
    /// The beginning of another session's log that was joined to this one, and is left out.
    package fileprivate(set) var otherRecording: LogError.Damage?

    /// The log's own gaps: steps that could not be recorded, or were lost before.
    package fileprivate(set) var gaps: [Gap] = []

    /// Whether the new log has everything that the log ever had.
    package var isComplete: Bool {
      lost.isEmpty && lostAfter == nil && !isHeaderLost && lostBesides == 0
        && leftOut.isEmpty && otherRecording == nil
    }
  }

  package init(_ log: LogReader) { self.log = log }

  /// Writes the clean log to `path`, a new file; if it `isSynced`, it survives a loss of power. Reads the log
  /// twice, to check and then to copy it. `progress` gets the number of bytes, from 0 each time.
  package func write(
    to path: String, isSynced: Bool = true, progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Report {
    let output = RecoveredFile(try OutputFile(logAt: path, mode: log.mode, isSynced: isSynced))
    var verifier = LogVerifier(log)
    var frames: [CheckedFrame] = []
    while !verifier.isAtEnd {
      frames.append(try verifier.checkFrame())
      try progress(verifier.scan.offset)
    }
    verifier.finish()
    // A frame that takes too much memory is not damage: stop, because a retry with more memory loses nothing.
    if verifier.isBeyondMemory { throw LogError.tooLarge(path: log.name) }
    let gaps = takeGaps(of: verifier, from: &frames)
    var report = report(of: verifier, gaps)
    if report.isHeaderLost, verifier.scan.hasBeginning { dropHeader(of: verifier, from: &frames) }
    try copy(verifier, frames, report, to: output) { try progress($0) }
    report.bytes = try output.finish()
    return report
  }

  /// The gaps that contradict neither actions nor each other. Drops the records of other gaps.
  private func takeGaps(
    of verifier: LogVerifier, from checked: inout [CheckedFrame]
  ) -> [LogVerifier.PlacedGap] {
    let recorded = verifier.recorded
    var kept: [LogVerifier.PlacedGap] = []
    var dropped: [Int: Set<Int>] = [:]
    for gap in verifier.gaps.sorted(by: { $0.steps.lowerBound < $1.steps.lowerBound }) {
      let place = recorded.partitionPoint { $0.upperBound >= gap.steps.lowerBound }
      let isRecorded = place < recorded.count && recorded[place].overlaps(gap.steps)
      let isInGap = kept.last.map { $0.steps.upperBound >= gap.steps.lowerBound } ?? false
      if isRecorded || isInGap {
        dropped[gap.frame, default: []].insert(gap.record)
      } else {
        kept.append(gap)
      }
    }
    for (frame, records) in dropped {
      checked[frame].remains = checked[frame].remains.without(records)
    }
    return kept
  }

  /// Drops the log's own header, because a new one replaces it.
  private func dropHeader(of verifier: LogVerifier, from checked: inout [CheckedFrame]) {
    let frames = verifier.scan.index.frames
    guard let first = frames.firstIndex(where: { $0.kinds.contains(.of(.header)) }) else { return }
    // The header is the first record of every log.
    checked[first].remains = checked[first].remains.without([0])
  }

  private func report(of verifier: LogVerifier, _ gaps: [LogVerifier.PlacedGap]) -> Report {
    var report = Report()
    report.actions = verifier.result.actions
    report.damages = verifier.result.problems.compactMap {
      if case .damage(let damage) = $0 { damage } else { nil }
    }
    if verifier.scan.isOtherRecording {
      let end = verifier.scan.index.frames.count
      report.otherRecording = report.damages.first { $0.frame == end && !$0.isInTail }
    }
    report.gaps = gaps.map(\.gap).filter(\.reason.isLoss)
    report.lost = verifier.lostSteps(besides: gaps).ranges
    report.lostAfter = isEndUnknown(report) ? verifier.scan.lastStep : nil
    report.isHeaderLost = !verifier.scan.hasBeginning || !verifier.hasInitialState
    report.lostBesides = verifier.lostBesides
    // Later ones count as lost steps.
    report.leftOut = report.damages.filter(\.isMisplaced).compactMap(\.steps)
      .filter { $0.lowerBound <= verifier.scan.initialStep }
    return report
  }

  /// The last action of a log that was not closed is known only from its tail.
  private func isEndUnknown(_ report: Report) -> Bool {
    // Frames that do not belong to the log are not its end.
    if report.damages.contains(where: { $0.lost == .rest && $0 != report.otherRecording }) {
      return true
    }
    return !log.isClosed && !log.isBeingWritten && log.facts.tail == nil
      && report.otherRecording == nil
  }

  /// Copies everything whole, with a gap for lost steps before the actions after them.
  private func copy(
    _ verifier: LogVerifier, _ checked: [CheckedFrame], _ report: Report, to output: RecoveredFile,
    _ progress: (Int) throws -> Void
  ) throws {
    if report.isHeaderLost {
      try output.appendBeginning(
        of: log.header, verifier.storeLists.firstStores, at: verifier.scan.initialStep)
    }
    var gaps = report.lost[...]
    var offset = 0
    for (frame, checked) in zip(verifier.scan.index.frames, checked) {
      defer { offset += frame.length }
      let bytes = try log.source.read(at: offset, count: frame.length)
      guard let kept = checked.remains.of(bytes) else { continue }
      if let front = checked.front {
        try output.append(gaps.prefix { $0.upperBound < front })
        gaps = gaps.drop { $0.upperBound < front }
      }
      try output.append(kept)
      try progress(offset)
    }
    try output.append(gaps)
    guard output.end != verifier.lastStepOfAll || !gaps.isEmpty else { return }
    try output.close(at: verifier.lastStepOfAll, try lastMoment(verifier.scan.lastStep))
  }

  /// The time of the last readable action, or of the recording's start.
  private func lastMoment(_ step: Step) throws -> Moment {
    (try? log.entry(at: step).moment) ?? log.header.start
  }
}

/// A log that is assembled from existing frames.
package final class RecoveredFile {
  private let file: OutputFile
  private let log: LogWriter
  /// The step in the end record, if the last frame with records has one.
  private(set) var end: Step?

  init(_ file: OutputFile) {
    self.file = file
    log = LogWriter(ofFramesInto: file)
  }

  /// Appends a whole frame unchanged; drops another log's index.
  func append(_ frame: [UInt8]) throws(LogError) {
    let skippable = try? frame.withUnsafeBytes { try FrameHeader.read($0).skippable }
    if skippable == LogFormat.indexMagic { return }
    var facts = FrameFacts()
    if skippable == nil, MemoryLimit.lifted({ facts.read(frame) }) != nil { return }
    let entry = facts.entry(length: frame.count)
    if !facts.kinds.isEmpty { end = facts.end }
    let bytes = ByteBuffer(capacity: frame.count)
    bytes.append(frame)
    try log.append(Frame(bytes: bytes, entry: entry, types: facts.chunk?.types ?? []))
  }

  /// Appends a frame with gaps for the lost steps.
  func append(_ lost: some Sequence<ClosedRange<Step>>) throws(LogError) {
    let draft = FrameDraft()
    for steps in lost { draft.add(Gap(steps: steps, reason: .damaged)) }
    if !draft.isEmpty { try log.append(draft.frame()) }
  }

  /// Writes a new beginning in place of a lost one, without states. The names of the `stores` show that their
  /// states are missing, and that there were some.
  func appendBeginning(of header: LogHeader, _ stores: [String], at step: Step) throws {
    var header = header
    header.stores = stores
    let draft = FrameDraft()
    draft.add(header)
    try draft.add(CheckpointDraft(step: step), shapes: DecodingCore(shapes: []))
    try log.append(draft.frame())
  }

  /// Writes an end record.
  func close(at step: Step, _ moment: Moment) throws(LogError) {
    let draft = FrameDraft()
    draft.add(RecordingEnd(step: step, moment: moment))
    try log.append(draft.frame())
  }

  /// Gives the log its name, and returns its size.
  func finish() throws(LogError) -> Int {
    try log.writeIndex()
    let count = log.length
    try file.finish()
    return count
  }
}
