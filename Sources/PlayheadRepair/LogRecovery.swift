import PlayheadFiles
package import PlayheadLog

/// Writes what is whole of a log into a clean one: frame by frame as they are, so that what this version
/// does not know survives, with gaps for the steps that are lost, an end, and an index.
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
    /// The last step that was kept, if it cannot be told what came behind it.
    package fileprivate(set) var lostAfter: Step?
    /// Whether the first frame is lost, and with it the app's name, its stores and their first states.
    package fileprivate(set) var isHeaderLost = false
    /// Whether parts stood behind others that come after them, and now stand where they belong.
    package fileprivate(set) var isReordered = false

    /// How many frames are lost that held no actions but notes, states, digests or the like.
    package fileprivate(set) var lostBesides = 0
    /// The steps that stand behind others which come after them, in no part that could be put in order.
    package fileprivate(set) var leftOut: [ClosedRange<Step>] = []
    /// What begins where another session's log was joined to this one, and is left out.
    package fileprivate(set) var otherRecording: LogError.Damage?

    /// The gaps that the log had already: what could not be recorded, or was lost before.
    package fileprivate(set) var gaps: [Gap] = []

    /// Whether everything is there that the log ever had.
    package var isComplete: Bool {
      lost.isEmpty && lostAfter == nil && !isHeaderLost && lostBesides == 0
        && leftOut.isEmpty && otherRecording == nil
    }
  }

  /// A recovery of `log`.
  package init(_ log: LogReader) { self.log = log }

  /// Writes the clean log to `path`, where no file may be yet, and where one appears only when it is
  /// whole. The log is read twice, to see what is whole and to copy it; `progress` is told how many
  /// bytes are done, both times from the start. Only if it `isSynced`, it would survive a loss of power from then on.
  package func write(
    to path: String, isSynced: Bool = true, progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Report {
    let output = RecoveredFile(try OutputFile(logAt: path, mode: log.mode, isSynced: isSynced))
    let ordered = try log.inOrder()
    var report = try Self(ordered ?? log).write(to: output, progress)
    report.isReordered = ordered != nil
    return report
  }

  private func write(
    to output: RecoveredFile, _ progress: (_ bytes: Int) throws -> Void
  ) throws -> Report {
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
