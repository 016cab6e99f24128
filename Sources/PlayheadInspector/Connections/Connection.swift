import Foundation
import PlayheadLog
package import PlayheadReading
package import PlayheadReplay

/// Where an app's stores are. By default they are in this process, and no other process has them.
package protocol Connection: AnyObject {
  /// The app, if its stores are in this process.
  var app: AppEntry? { get }
  /// Starts more processes with the stores; nil if that is impossible.
  var program: WorkerProgram? { get }
  /// When to cancel the current question if it reports no progress; nil for never.
  var deadline: ContinuousClock.Instant? { get set }

  /// The stores' answer to `call`, which is about `log`. Calls `give` with its parts. Adds the crashes on the way to the
  /// call.
  func answer<Asked: Request>(
    to call: inout InspectorCall<Asked>, about log: LogReader,
    _ onEvent: (InspectorEvent) throws -> Void, _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer

  /// Makes the stores ready for a question. Throws if the system cannot start their process.
  func start() throws

  // What takes replays of its own. `onSteps` gets the number of finished steps.

  /// Compares replays with each other, and with the recording.
  func check(
    _ log: LogReader, _ spec: ReplaySpec, runs: Int, onSteps: @escaping (UInt64) throws -> Void
  ) throws -> CheckedReplays

  /// Compares this build with another one.
  func compare(
    _ log: LogReader, _ spec: ReplaySpec, with baseline: AppExecutable, keepsDiffs: Bool,
    onSteps: @escaping (UInt64) throws -> Void
  ) throws -> ComparedBuilds

  /// Whether this build can replay the log.
  func compatibility(
    of log: LogReader, _ spec: ReplaySpec, onSteps: (UInt64) throws -> Void
  ) throws -> Compatibility
}

/// What a check found, in how many processes, and the factors that this system cannot hold constant or vary.
package typealias CheckedReplays = (
  finding: CheckFinding, processes: Int, uncontrolled: Set<Perturbation>
)

extension Connection {
  package var deadline: ContinuousClock.Instant? {
    get { nil }
    set {}
  }

  package func start() throws {}

  private func player() throws -> any Replayable {
    guard let app else { throw InspectorError.storesMissing }
    return try app.player()
  }

  package func check(
    _ log: LogReader, _ spec: ReplaySpec, runs: Int, onSteps: @escaping (UInt64) throws -> Void
  ) throws -> CheckedReplays {
    var check = DeterminismCheck(log, decoding: spec.decoding) { try self.player() }
    check.comparisons = max(runs / 2, 1)
    // Each comparison reads the log once, with two replays side by side.
    let replays = UInt64(2 * check.comparisons)
    var done: UInt64 = 0
    check.onStep = { _ in
      done += 1
      try onSteps(done / replays)
    }
    return (try check.finding(), 1, [])
  }

  package func compare(
    _ log: LogReader, _ spec: ReplaySpec, with baseline: AppExecutable, keepsDiffs: Bool,
    onSteps: @escaping (UInt64) throws -> Void
  ) throws -> ComparedBuilds { throw CompareError.noProcess }

  package func compatibility(
    of log: LogReader, _ spec: ReplaySpec, onSteps: (UInt64) throws -> Void
  ) throws -> Compatibility {
    try Compatibility(log, with: player()) { try onSteps($0.number) }
  }
}

extension ReplaySpec {
  /// How stores elsewhere replay `log`. Contains the bytes of a log without a file.
  init(_ log: LogReader, _ decoding: DecodingPolicy) throws {
    self.init(log.name, decoding: decoding)
    (isObserved, decodesAhead) = (true, true)
    if log.opensByName {
      identity = try log.identity()
    } else {
      bytes = Data(try log.source.read(at: 0, count: log.source.size))
    }
    guard !log.isClosed else { return }
    let others = log.readableNotesAndGaps()
    partCount = log.actionCount + others.notes.count + others.gaps.count
  }

  /// The same where only states matter: without observers, and without a thread that decodes ahead, which makes the step
  /// of a crash uncertain.
  var forStates: ReplaySpec {
    var spec = self
    (spec.isObserved, spec.decodesAhead) = (false, false)
    return spec
  }
}

/// An app's stores in this process: a crash of a store ends it.
package final class InProcessConnection: Connection {
  package let app: AppEntry?
  package var program: WorkerProgram? { nil }
  /// The log of the last question with its stores, and how it is replayed.
  private var current: Current?
  /// How states are kept in an app that runs; nil in a tool.
  private let policy: CheckpointPolicy?

  private struct Current {
    var spec: ReplaySpec
    let log: LogReader
    let inspector: Inspector
  }

  package init(_ app: AppEntry) { (self.app, policy) = (app, nil) }

  /// The stores of an app that runs in this process, beside it: observers are not notified of what is replayed, and the
  /// states that are kept to make seeking faster take little memory.
  package init(besideRunning app: AppEntry) {
    (self.app, policy) = (app, .besideRunningApp)
  }

  package func answer<Asked: Request>(
    to call: inout InspectorCall<Asked>, about log: LogReader,
    _ onEvent: (InspectorEvent) throws -> Void, _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    let inspector = try inspector(of: log, call.task)
    return try withoutActuallyEscaping(onEvent) { try call.answer(by: inspector, $0, give) }
  }

  /// The replay of a log.
  package func replay(of log: LogReader, decoding: DecodingPolicy = .usual) throws -> Replay {
    let inspector = try inspector(of: log, ReplaySpec(log, decoding))
    guard let replay = inspector.recordedReplay else { throw InspectorError.storesMissing }
    replay.knownCrashes = []
    return replay
  }

  /// The inspector that has the stores with the states of `log`. Throws if the log does not fit the app.
  @discardableResult
  func inspector(of log: LogReader, _ spec: ReplaySpec) throws -> Inspector {
    if let current, current.spec == spec, current.log === log { return current.inspector }
    guard let app else { throw InspectorError.storesMissing }
    let former = current
    current = nil
    let replay: Replay
    if let former,
      let grown = try former.inspector.replay(of: log, spec, insteadOf: former.spec)
    {
      replay = grown
    } else {
      replay = try Replay(
        log, with: app.player(isObserved: policy == nil && spec.isObserved),
        decoding: spec.decoding, policy: policy ?? CheckpointPolicy())
    }
    let inspector = Inspector(log, stores: replay)
    current = Current(spec: spec, log: log, inspector: inspector)
    return inspector
  }
}

extension Inspector {
  /// The replay of a log that has grown since, which goes on with the stores of this inspector; nil for another log. `old`
  /// is how this inspector replays it.
  func replay(
    of grown: LogReader, _ new: ReplaySpec, insteadOf old: ReplaySpec
  ) throws -> Replay? {
    var known = old
    (known.partCount, known.identity) = (new.partCount, new.identity)
    guard known == new, new.bytes == nil, let identity = old.identity,
      try grown.continues(from: identity), let recordedReplay
    else { return nil }
    return try Replay(grown, continuing: recordedReplay)
  }
}

extension CheckpointPolicy {
  /// For a replay in the process of a running app.
  static var besideRunningApp: CheckpointPolicy {
    var policy = CheckpointPolicy()
    policy.bytes = 8 << 20
    return policy
  }
}
