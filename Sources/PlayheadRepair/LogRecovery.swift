import PlayheadCoding
import PlayheadFiles
package import PlayheadLog

/// Writes the whole frames of a damaged log, unchanged, into a clean log, with gaps for lost steps, an end, and an index.
package struct LogRecovery {
  private let log: LogReader

  /// What a recovery kept and what is gone.
  package struct Report: Hashable, Sendable {
    /// How many actions were kept.
    package fileprivate(set) var actions = 0
    /// How many bytes they take now.
    package fileprivate(set) var bytes = 0
    /// What was damaged.
    package fileprivate(set) var damages: [LogError.Damage] = []
    /// The steps that are lost.
    package fileprivate(set) var lost: [ClosedRange<Step>] = []
    /// The last step that was kept, if more may have followed.
    package fileprivate(set) var lostAfter: Step?
    /// Whether the first frame is lost, and with it the app's name, its stores and their first states.
    package fileprivate(set) var isHeaderLost = false
    /// How many frames are lost that held no actions but notes, states, digests or the like.
    package fileprivate(set) var lostBesides = 0
    /// The steps of parts that stand behind later ones, and are left out.
    package fileprivate(set) var leftOut: [ClosedRange<Step>] = []
    /// What begins where another session's log was joined to this one, and is left out.
    package fileprivate(set) var otherRecording: LogError.Damage?

    /// The gaps that the log had already: what could not be recorded, or was lost before.
    package fileprivate(set) var gaps: [Gap] = []

    /// Whether nothing that the log ever had is lost.
    package var isComplete: Bool {
      lost.isEmpty && lostAfter == nil && !isHeaderLost && lostBesides == 0
        && leftOut.isEmpty && otherRecording == nil
    }
  }

  /// A recovery of `log`.
  package init(_ log: LogReader) { self.log = log }

  /// Writes the clean log to `path`, which must not exist yet; if it `isSynced`, it then survives a loss of power. The log
  /// is read twice, first to check and then to copy it; `progress` gets the number of bytes, from 0 each time.
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
    // What takes more memory than is allowed is no damage, and nothing is lost by waiting for more.
    if verifier.isBeyondMemory { throw LogError.tooLarge(path: log.name) }
    let gaps = takeGaps(of: verifier, from: &frames)
    var report = report(of: verifier, gaps)
    if report.isHeaderLost, verifier.scan.hasBeginning { dropHeader(of: verifier, from: &frames) }
    try copy(verifier, frames, report, to: output) { try progress($0) }
    report.bytes = try output.finish()
    return report
  }

  /// The gaps that contradict neither actions nor each other; the records of others are left out.
  private func takeGaps(
    of verifier: LogVerifier, from checked: inout [CheckedFrame]
  ) -> [LogVerifier.PlacedGap] {
    let recorded = verifier.recorded
    var kept: [LogVerifier.PlacedGap] = []
    for gap in verifier.gaps.sorted(by: { $0.steps.lowerBound < $1.steps.lowerBound }) {
      let place = recorded.partitionPoint { $0.upperBound >= gap.steps.lowerBound }
      let isRecorded = place < recorded.count && recorded[place].overlaps(gap.steps)
      let isInGap = kept.last.map { $0.steps.upperBound >= gap.steps.lowerBound } ?? false
      if isRecorded || isInGap {
        checked[gap.frame].remains = checked[gap.frame].remains.without([gap.record])
      } else {
        kept.append(gap)
      }
    }
    return kept
  }

  /// Leaves out the log's own header, as another takes its place.
  private func dropHeader(of verifier: LogVerifier, from checked: inout [CheckedFrame]) {
    let frames = verifier.scan.index.frames
    guard let first = frames.firstIndex(where: { $0.kinds.contains(.of(.header)) }) else { return }
    // It is the first record of every log.
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
    // Those behind the beginning are lost steps.
    report.leftOut = report.damages.filter(\.isMisplaced).compactMap(\.steps)
      .filter { $0.lowerBound <= verifier.scan.initialStep }
    return report
  }

  /// A log that was not closed tells its last action only with its tail.
  private func isEndUnknown(_ report: Report) -> Bool {
    // What does not belong to the log is not its end.
    if report.damages.contains(where: { $0.lost == .rest && $0 != report.otherRecording }) {
      return true
    }
    return !log.isClosed && !log.isBeingWritten && log.facts.tail == nil
      && report.otherRecording == nil
  }

  /// Copies what is whole; in front of the actions behind lost steps comes a gap for these.
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

  /// When the last action was that can be read, or else the recording began.
  private func lastMoment(_ step: Step) throws -> Moment {
    (try? log.entry(at: step).moment) ?? log.header.start
  }
}

/// A log that is put together from existing frames.
package final class RecoveredFile {
  private let file: OutputFile
  private let log: LogWriter
  /// The step that the end's record names, if the last frame with records has one.
  private(set) var end: Step?

  /// Begins a log.
  init(_ file: OutputFile) {
    self.file = file
    log = LogWriter(ofFramesInto: file)
  }

  /// A whole frame, as it is; another log's index is left out.
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

  /// A frame that says which steps are lost.
  func append(_ lost: some Sequence<ClosedRange<Step>>) throws(LogError) {
    let draft = FrameDraft()
    for steps in lost { draft.add(Gap(steps: steps, reason: .damaged)) }
    if !draft.isEmpty { try log.append(draft.frame()) }
  }

  /// Writes a new beginning in place of a lost one, without states. Naming the `stores` says that their states are missing,
  /// and not that there were none.
  func appendBeginning(of header: LogHeader, _ stores: [String], at step: Step) throws {
    var header = header
    header.stores = stores
    let draft = FrameDraft()
    draft.add(header)
    try draft.add(CheckpointDraft(step: step), shapes: [])
    try log.append(draft.frame())
  }

  /// Says that the recording ended.
  func close(at step: Step, _ moment: Moment) throws(LogError) {
    let draft = FrameDraft()
    draft.add(RecordingEnd(step: step, moment: moment))
    try log.append(draft.frame())
  }

  /// Gives the log its name, and its length.
  func finish() throws(LogError) -> Int {
    try log.writeIndex()
    let count = log.length
    try file.finish()
    return count
  }
}
