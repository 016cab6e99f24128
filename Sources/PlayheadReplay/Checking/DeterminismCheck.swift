public import PlayheadFlux
package import PlayheadReading
public import PlayheadLog

/// Checks whether a log always leads to the same states: the recorded ones, and the same in every replay.
///
/// Two replays run in lock step. One starts from the app's own initial state, as the live app did. The
/// other's states are encoded and decoded again and again, so that they share no hidden reference with
/// anything and their sets and dictionaries lie elsewhere in memory. If digests differ, a store depends on
/// something other than its state and its actions: the order of a set, a clock other than the context's, an
/// object shared between states.
///
/// ```swift
/// let divergence = try DeterminismCheck(log, of: Shop.self).run()
/// ```
public struct DeterminismCheck {
  private let log: any ActionSource
  private let makePlayer: () throws -> any Replayable
  private let decoding: DecodingPolicy

  /// How many replays are compared with the first one. Random differences may show only in a later
  /// comparison: one comparison misses the order of a set of two elements half the time.
  public var comparisons = 1

  /// Called at every step of every replay, to show progress or to stop by throwing.
  public var onStep: (Step) throws -> Void = { _ in }

  /// A check of `log` with a new app of this type for each replay. `decoding` says what becomes of actions
  /// that do not fit this build.
  public init(_ log: ActionLog, of app: any ReplayableApp.Type, decoding: DecodingPolicy = .usual) {
    self.init(log.source, decoding: decoding) { try DispatcherPlayer(app) }
  }

  /// A check of `log` with a new player for each replay. `decoding` says what becomes of unfit actions.
  public init(
    _ log: ActionLog, decoding: DecodingPolicy = .usual,
    with player: @escaping () throws -> any Replayable
  ) {
    self.init(log.source, decoding: decoding, with: player)
  }

  /// The same, for a log that a tool opened.
  package init(
    _ log: any ActionSource, decoding: DecodingPolicy = .usual,
    with player: @escaping () throws -> any Replayable
  ) {
    self.log = log
    self.decoding = decoding
    makePlayer = player
  }

  /// The first divergence, if any. Throws `ReadingError` and `ReplayError` if the log cannot be replayed at all.
  ///
  /// Skips actions that the app had not finished when it stopped. Does not compare recorded digests of stores
  /// whose states have another form now, nor any digests after a skipped action.
  public func run() throws -> Divergence? { try finding().divergence }

  /// The first divergence, and what was compared.
  package func finding() throws -> CheckFinding {
    try decoding.require(log, for: makePlayer())
    // Damage found on the way would restart both replays.
    try log.findDamage()
    // Damaged digests are reported, because what they belong to is not compared.
    _ = log.readableDigests()
    try log.requireMemory()
    var finding = CheckFinding()
    for number in 0..<max(comparisons, 1) {
      finding = try compare(shift: 1 + number % Self.shifts)
      if finding.divergence != nil { break }
    }
    finding.cause = try finding.divergence.flatMap(cause)
    return finding
  }

  /// The cause of a difference, as far as this process can tell.
  private func cause(of divergence: Divergence) throws -> Cause? {
    guard case .fromRecording(let agreed) = divergence.evidence else {
      return Cause(divergence.evidence)
    }
    let steps = min(agreed.next, divergence.step)...divergence.step
    return try Cause(log.conversions(in: steps, changing: divergence.store, by: makePlayer()))
      ?? Cause(divergence.evidence)
  }

  /// Each comparison shifts the memory more than the one before. More than 16 shifts would cost time and
  /// memory and show nothing new.
  private static let shifts = 16

  /// Compares two replays. After `singlyAfter`, compares them at every step.
  private func compare(shift: Int, singlyAfter: Step? = nil) throws -> CheckFinding {
    let replicas = [
      try Replica(log, makePlayer, decoding, .recording),
      try Replica(log, makePlayer, decoding, .renewal(shift: shift)),
    ]
    let workers = replicas.map { LocalReplica($0, onStep) }
    let outcome: LockStep.Outcome
    do {
      outcome = try LockStep(workers)
        .follow(replicas[0].runs, replicas[0].stores, singlyAfter: singlyAfter)
    } catch let failed as WorkersFailed {
      throw failed.first
    }
    var finding = CheckFinding()
    finding.runs = outcome.runs
    finding.incompatibilities = replicas[0].incompatibilities
    for state in replicas.flatMap(\.unshown) { finding.unshown.include(state) }
    let difference = try outcome.difference?.divergence(in: log)
    let fault = replicas.compactMap(\.fault).min { $0.divergence.order < $1.divergence.order }
    finding.divergence = [difference, fault?.divergence].compactMap(\.self)
      .min { $0.order < $1.order }
    // Not every step was compared. Shows at which step the fault began.
    if let fault, fault.divergence.step == finding.divergence?.step,
      fault.divergence.mayHaveBegunEarlier, fault.lastSound.next < fault.divergence.step,
      singlyAfter == nil
    {
      let closer = try compare(shift: shift, singlyAfter: fault.lastSound)
      if closer.divergence != nil { return closer }
    }
    return finding
  }
}

extension Divergence {
  /// Whether an earlier state may have shown it. Draws and recorded digests are compared at their steps.
  fileprivate var mayHaveBegunEarlier: Bool {
    evidence == .sharedOverTime || evidence == .roundTrip
  }

  /// Earlier steps come first. At one step, what may have led to the rest does.
  fileprivate var order: (Step, Int) {
    switch evidence {
    case .draws: (step, 0)
    case .betweenReplays: (step, 1)
    case .sharedOverTime: (step, 2)
    case .fromRecording: (step, 3)
    case .roundTrip: (step, 4)
    }
  }
}

/// A replica in this process, as a worker.
private final class LocalReplica: WorkerChannel {
  var limit: Duration?
  private let service: WorkerContext

  init(_ replica: Replica, _ onStep: @escaping (Step) throws -> Void) {
    service = WorkerContext { _ in throw WorkerError.misunderstood }
    (service.replica, service.onStep) = (replica, onStep)
  }

  func ask(_ request: some WorkerRequest) {}

  func answer<Request: WorkerRequest>(
    to request: Request, _ onReply: (WorkerReply) throws -> Void
  ) throws -> Request.Answer {
    try request.answer(by: service)
  }
}

/// Checks a log within the worker's process; see ``DeterminismCheck``.
package struct InspectionRequest: WorkerRequest {
  package var task: ReplaySpec

  package init(_ task: ReplaySpec) { self.task = task }

  package func answer(by worker: WorkerContext) throws -> CheckFinding {
    worker.replica = nil
    let (log, makePlayer) = try worker.openSound(task)
    var check = DeterminismCheck(log, decoding: task.decoding, with: makePlayer)
    check.onStep = worker.counter()
    return try check.finding()
  }
}
