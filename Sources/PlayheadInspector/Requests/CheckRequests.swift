package import PlayheadLog
import PlayheadReading
public import PlayheadReplay

/// Asks whether replays of the log always lead to the same states.
///
/// Where processes can be started, replays in several of them are compared, each under other conditions; elsewhere,
/// replays in this process.
package struct CheckRequest: Request {
  /// How many replays there are by default, each with its own hash seed.
  package static let usualRuns = WorkerPool.usualRuns

  /// The number of processes in a check with `runs` replays.
  package static func processes(runs: Int) -> Int { WorkerPool.count(runs: runs) }

  private let runs: Int

  package init(runs: Int = usualRuns) { self.runs = runs }

  package struct Answer: Codable, Sendable {
    package var finding: CheckFinding
    /// The actions that the app had not finished when the recording ended.
    package var unfinished: [Step]
    /// Whether the log has digests of states, with which replays are compared; otherwise they are compared with each other
    /// only.
    package var hasDigests: Bool
    /// How many processes took part; 1 if all replays were in one.
    package var processes: Int
    /// The factors that this system cannot hold constant or vary.
    package var uncontrolled: Set<Perturbation>

    /// What the agreement of replays does not show, in a sentence; nil if it shows everything.
    package var remark: String? {
      hasDigests
        ? nil
        : "the log has no digests of states, so replays were compared with each other, not with the recording"
    }
  }

  /// False: replays have stores of their own.
  package var needsStores: Bool { false }

  package func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    let (connection, spec, log) = try inspector.replayed()
    // Progress does not count damaged actions, which are not replayed.
    try log.findDamage()
    let unfinished = try log.unfinishedSteps()
    let hasDigests = log.annotations().hasDigests
    let total = UInt64(log.actionCount)
    let checked = try connection.check(log, spec, runs: runs) {
      try inspector.reportProgress(.checking, $0, of: total)
    }
    // The action with which the app ended is not compared. It may still be the one to ask about.
    if checked.finding.isGood, unfinished.last == log.lastStep,
      let crash = try FinalCrashRequest().answer(from: inspector, give)
    {
      throw ReplayError.traps(crash, try log.entry(at: crash.step).type)
    }
    return Answer(
      finding: checked.finding, unfinished: unfinished, hasDigests: hasDigests,
      processes: checked.processes, uncontrolled: checked.uncontrolled)
  }
}

extension Inspector {
  /// Where the stores are, how they replay the log when only states matter, and the log.
  fileprivate func replayed() throws -> (any Connection, ReplaySpec, LogReader) {
    guard let connection, let spec else { throw InspectorError.storesMissing }
    return (connection, spec.forStates, recording)
  }
}

/// Asks where two builds of the app come to other states.
package struct CompareRequest: Request {
  private let baseline: AppExecutable
  private let keepsDiffs: Bool

  /// Compares with the stores of the `baseline`, the old build. If `keepsDiffs`, with all that is different at the first
  /// different step of each store and at the end.
  package init(with baseline: AppExecutable, keepsDiffs: Bool = false) {
    (self.baseline, self.keepsDiffs) = (baseline, keepsDiffs)
  }

  /// False: both builds run in processes of their own.
  package var needsStores: Bool { false }

  package func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> ComparedBuilds {
    let (connection, spec, log) = try inspector.replayed()
    let app = log.header.app
    guard baseline.apps.contains(app) else {
      throw CompareError.noApp(app, log: log.name, build: baseline.path, known: baseline.apps)
    }
    try log.findDamage()
    let total = log.lastStep.number
    do {
      return try connection.compare(log, spec, with: baseline, keepsDiffs: keepsDiffs) {
        try inspector.reportProgress(.comparing, $0, of: total)
      }
    } catch let error as NothingInCommon {
      throw CompareError.nothingShared(error.onlyInOneBuild, log: log.name, build: baseline.path)
    }
  }
}

/// Asks whether the app can replay the log, and what of it the app reads in another way than it was written.
public struct CompatibilityRequest: Request {
  /// Creates the request.
  public init() {}

  /// False: no store handles an action.
  public var needsStores: Bool { false }

  /// Throws ``InspectorError/storesMissing`` if the app is not known.
  public func answer(
    from inspector: Inspector, _ give: (Never) throws -> Void
  ) throws -> Compatibility {
    let (connection, spec, log) = try inspector.replayed()
    let total = log.lastStep.number
    return try connection.compatibility(of: log, spec) {
      try inspector.reportProgress(.reading, $0, of: total)
    }
  }
}
