import PlayheadCoding

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

    /// Whether everything is there that the log ever had.
    package var isComplete: Bool { lost.isEmpty && lostAfter == nil && !isHeaderLost }
  }

  /// A recovery of `log`.
  package init(_ log: LogReader) { self.log = log }

  /// Writes the clean log to `path`, where no file may be yet, and where one appears only when it is
  /// whole. The log is read twice, to see what is whole and to copy it; `progress` is told how many
  /// bytes are done, both times from the start.
  package func write(
    to path: String, progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Report {
    let output = try RecoveredFile(path: path)
    let ordered = try log.inOrder()
    var report = try Self(ordered ?? log).write(to: output, progress)
    report.isReordered = ordered != nil
    return report
  }

  private func write(
    to output: RecoveredFile, _ progress: (_ bytes: Int) throws -> Void
  ) throws -> Report {
    var verifier = LogVerifier(log)
    var isWhole: [Bool] = []
    while !verifier.isAtEnd {
      let count = verifier.faultCount
      try verifier.checkFrame()
      isWhole.append(verifier.faultCount == count)
      try progress(verifier.scan.offset)
    }
    verifier.finish()
    var report = report(of: verifier)
    try copy(verifier, isWhole, report, to: output) { try progress($0) }
    report.bytes = try output.finish()
    return report
  }

  private func report(of verifier: LogVerifier) -> Report {
    var report = Report()
    report.actions = verifier.result.actions
    report.damages = verifier.result.problems.compactMap {
      if case .damage(let damage) = $0 { damage } else { nil }
    }
    report.lost = verifier.lostSteps.ranges
    report.lostAfter = isEndUnknown(report) ? verifier.scan.lastStep : nil
    report.isHeaderLost = !verifier.scan.hasBeginning
    return report
  }

  /// A log that was not closed tells its last action only with its tail.
  private func isEndUnknown(_ report: Report) -> Bool {
    if report.damages.contains(where: { $0.lost == .rest }) { return true }
    return !log.isClosed && !log.isBeingWritten && log.facts.tail == nil
  }

  /// Copies the whole frames; in front of the actions behind lost steps comes a gap for these.
  private func copy(
    _ verifier: LogVerifier, _ isWhole: [Bool], _ report: Report, to output: RecoveredFile,
    _ progress: (Int) throws -> Void
  ) throws {
    if report.isHeaderLost { try output.appendBeginning(of: verifier.scan.parts.first?.header) }
    var gaps = report.lost[...]
    var offset = 0
    for (frame, whole) in zip(verifier.scan.index.frames, isWhole) {
      defer { offset += frame.length }
      guard whole else { continue }
      if let steps = frame.steps {
        try output.append(gaps.prefix { $0.upperBound < steps.lowerBound })
        gaps = gaps.drop { $0.upperBound < steps.lowerBound }
      }
      try output.append(try log.source.read(at: offset, count: frame.length))
      try progress(offset)
    }
    try output.append(gaps)
    guard !output.isClosed || !gaps.isEmpty else { return }
    try output.close(at: verifier.lastStepOfAll, try lastMoment(verifier.scan.lastStep))
  }

  /// When the last action was that can be read, or else the recording began.
  private func lastMoment(_ step: Step) throws -> Moment {
    (try? log.entry(at: step).moment) ?? log.header.start
  }
}
