import PlayheadCoding
package import PlayheadReading
package import PlayheadLog
import PlayheadValues

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
    package fileprivate(set) var damages: [ReadingError.Damage] = []
    /// The lost steps.
    package fileprivate(set) var lost: [ClosedRange<Step>] = []
    /// The last step that was kept, if more may have followed.
    package fileprivate(set) var lostAfter: Step?
    /// Whether the first frame is lost, with the app's name, its stores and their first states.
    package fileprivate(set) var isHeaderLost = false
    /// The number of lost frames without actions, but with notes, states, digests or the like.
    package fileprivate(set) var lostBesides = 0
    /// The beginning of another log that was joined to this one, and is left out.
    package fileprivate(set) var otherLog: ReadingError.Damage?

    /// The log's own gaps: steps that could not be recorded, or were lost before.
    package fileprivate(set) var gaps: [Gap] = []

    /// Whether the new log has everything that the log ever had.
    package var isComplete: Bool {
      lost.isEmpty && lostAfter == nil && !isHeaderLost && lostBesides == 0
        && otherLog == nil
    }
  }

  package init(_ log: LogReader) { self.log = log }

  /// Writes the clean log to `path`, a new file; if it `isSynced`, it survives a loss of power. Reads the log
  /// twice, to check and then to copy it. `progress` gets the number of bytes, from 0 each time.
  package func write(
    to path: String, isSynced: Bool = true, progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Report {
    let file = try OutputFile(fileAt: path, mode: log.mode, isSynced: isSynced)
    let report = try write(into: file, progress: progress)
    try file.finish()
    return report
  }

  /// Writes the clean log into a file that does not have its name yet.
  package func write(
    into file: OutputFile, progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Report {
    let output = RecoveredFile(file)
    var verifier = LogVerifier(log)
    var frames: [CheckedFrame] = []
    while !verifier.isAtEnd {
      let isWhole = try verifier.checkFrame()
      frames.append(CheckedFrame(isWhole: isWhole, front: isWhole ? verifier.records.front : nil))
      try progress(verifier.scan.offset)
    }
    verifier.finish()
    // A frame that takes too much memory is not damage: stop, because a retry with more memory loses nothing.
    if verifier.exceedsMemoryLimit { throw ReadingError.tooLarge(path: log.name) }
    var report = report(of: verifier)
    try copy(verifier, frames, report, to: output) { try progress($0) }
    report.bytes = try output.finish()
    return report
  }

  /// A frame, and the first of its own or later steps, if known: earlier gaps must come before it.
  private struct CheckedFrame {
    var isWhole: Bool
    var front: Step?
  }

  private func report(of verifier: LogVerifier) -> Report {
    var report = Report()
    report.actions = verifier.result.actions
    report.damages = verifier.result.problems.compactMap {
      if case .damage(let damage) = $0 { damage } else { nil }
    }
    if verifier.scan.isOver {
      let end = verifier.scan.index.frames.count
      report.otherLog = report.damages.first { $0.frame == end && !$0.isInTail }
    }
    report.gaps = verifier.records.gaps.filter(\.reason.isLoss)
    report.lost = verifier.lostSteps.ranges
    report.lostAfter = isEndUnknown(report) ? verifier.scan.lastStep : nil
    report.isHeaderLost = !verifier.scan.hasBeginning || !verifier.hasInitialState
    report.lostBesides = verifier.lostBesides
    return report
  }

  /// The last action of a log that was not closed is known only from its tail.
  private func isEndUnknown(_ report: Report) -> Bool {
    // Frames that do not belong to the log are not its end.
    if report.damages.contains(where: { $0.lost == .rest && $0 != report.otherLog }) {
      return true
    }
    return !log.isClosed && !log.isBeingWritten && log.facts.tail == nil
      && report.otherLog == nil
  }

  /// Copies everything whole, with a gap for lost steps before the actions after them.
  private func copy(
    _ verifier: LogVerifier, _ checked: [CheckedFrame], _ report: Report, to output: RecoveredFile,
    _ progress: (Int) throws -> Void
  ) throws {
    let start = verifier.scan.initialStep
    if !verifier.scan.hasBeginning {
      try output.appendBeginning(of: log.header, verifier.records.storeLists.firstStores, at: start)
    }
    var gaps = report.lost[...]
    var offset = 0
    var isFirst = true
    for (frame, checked) in zip(verifier.scan.index.frames, checked) {
      defer { offset += frame.length }
      guard checked.isWhole else { continue }
      let bytes = try log.source.read(at: offset, count: frame.length)
      if let front = checked.front {
        try output.append(gaps.prefix { $0.upperBound < front })
        gaps = gaps.drop { $0.upperBound < front }
      }
      try output.append(bytes)
      if isFirst, verifier.scan.hasBeginning, !verifier.hasInitialState {
        try output.appendNoStates(at: start)
      }
      isFirst = false
      try progress(offset)
    }
    try output.append(gaps)
    guard output.end != verifier.lastStepOfAll || !gaps.isEmpty else { return }
    let moment = try lastMoment(verifier.scan.lastStep)
    try output.close(
      RecordingEnd(step: verifier.lastStepOfAll, moment: moment, cause: cause(of: report)))
  }

  /// Why the recording ended, for its new end.
  private func cause(of report: Report) -> RecordingEnd.Cause {
    report.lostAfter == nil ? log.ending.cause : .unknown
  }

  /// The time of the last readable action, or of the recording's start.
  private func lastMoment(_ step: Step) throws -> Moment {
    (try? log.entry(at: step).moment) ?? log.header.start
  }
}

extension LogEnding {
  /// The same, for the end of a log that is made from this one.
  var cause: RecordingEnd.Cause {
    switch self {
    case .closed: .closed
    case .stoppedHandling, .stopped(_, isComplete: true): .stopped
    case .beingWritten, .stopped: .unknown
    }
  }
}

/// A log that is assembled from existing frames.
package final class RecoveredFile {
  private let log: LogWriter
  /// The step in the end record, if the last frame with records has one.
  private(set) var end: Step?

  init(_ file: OutputFile) { log = LogWriter(ofFramesInto: file) }

  /// Appends a whole frame unchanged; drops an index, which is made again.
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
    try log.append(draft.frame())
    try appendNoStates(at: step)
  }

  /// Writes a checkpoint without states, in place of a lost one.
  func appendNoStates(at step: Step) throws {
    let draft = FrameDraft()
    try draft.add(CheckpointDraft(step: step), shapes: DecodingCore(shapes: []))
    try log.append(draft.frame())
  }

  /// Writes an end record.
  func close(_ end: RecordingEnd) throws(LogError) {
    let draft = FrameDraft()
    draft.add(end)
    try log.append(draft.frame())
  }

  /// Ends the log, and returns its size.
  func finish() throws(LogError) -> Int {
    try log.writeIndex()
    return log.length
  }
}
