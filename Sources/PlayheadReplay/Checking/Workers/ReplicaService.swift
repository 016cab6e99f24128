import Foundation
package import PlayheadLog

/// Answers what a worker is asked.
package final class ReplicaService {
  /// Opens the log of a task; gives what makes its app.
  package typealias Opening = (WorkerTask) throws -> (LogReader, () throws -> any Replayable)

  /// An answer that says how far it is comes after so many steps: often enough to be seen to move, …
  private static let stepsPerWord: UInt64 = 1_000
  /// … and where steps take long, after so much time: who says nothing is taken for one that never ends.
  private static let longestSilence = Duration.milliseconds(100)

  /// Checks the fixture at a path, and tells of it in colors or without; tells of each step.
  package typealias FixtureChecking =
    (_ path: String, _ onStep: @escaping (Step) throws -> Void) throws
    -> FixtureVerdict

  private let open: Opening
  private let checkFixture: FixtureChecking
  private var worker: LockStepReplica?
  private var trials: Trials?

  /// Who tells of sessions that are tried.
  private enum Trials {
    case holds(ConditionPredicate)
    case state(OutcomeOracle)
  }

  /// A service that opens logs by `open`, and knows of fixtures by `checkFixture`.
  package init(
    _ open: @escaping Opening,
    checkFixture: @escaping FixtureChecking = { _, _ in throw WorkerError.misunderstood }
  ) {
    (self.open, self.checkFixture) = (open, checkFixture)
  }

  /// Does what is asked. What takes long tells `tell` how far it is.
  package func answer(
    _ request: WorkerRequest, _ tell: (WorkerAnswer) throws -> Void
  ) throws -> WorkerAnswer {
    switch request {
    case .begin(let task):
      return try begin(task, tell)
    case .inspect(let task):
      worker = nil
      return .inspected(try inspect(task, tell))
    case .shrink(let task):
      try beginTrials(task)
      return .ready
    case .tryOut(let session):
      return try tryOut(session)
    case .outcome(let isTwin):
      guard case .state(let teller)? = trials, let last = teller.last else {
        throw WorkerError.misunderstood
      }
      return .state(Data(isTwin ? last.twin : last.state))
    case .fixture(let path):
      return try withoutActuallyEscaping(tell) { tell in
        .checked(try checkFixture(path, Self.counting(tell)))
      }
    case .question: throw WorkerError.misunderstood
    case .end:
      (worker, trials) = (nil, nil)
      return .ended
    case .advance(let start, let end, let stride):
      return try ask(worker, tell) { worker, count in
        let (digest, bytes) = try worker.advance(from: start, to: end, every: stride, count)
        return .reached(
          digest, bytes: bytes, kept: worker.keptBytes, strayDraw: worker.strayDraw)
      }
    case .passed: return try ask(worker, tell) { worker, _ in .digests(worker.passed) }
    case .digests(let step):
      return try ask(worker, tell) { worker, _ in .digests([try worker.digests(at: step)]) }
    case .state(let store, let step):
      return try ask(worker, tell) { worker, _ in
        .state(Data(try worker.state(of: store, at: step)))
      }
    }
  }

  private func begin(
    _ task: WorkerTask, _ tell: (WorkerAnswer) throws -> Void
  ) throws -> WorkerAnswer {
    worker = nil
    let (log, makePlayer) = try open(task)
    let worker = try withoutActuallyEscaping(tell) { tell in
      try LockStepReplica(
        log, makePlayer, task.reading, task.ways, comparing: task.stores,
        byName: task.isByName ?? false, Self.counting(tell))
    }
    self.worker = worker
    return .begun(stores: worker.stores, runs: worker.runs)
  }

  private func beginTrials(_ task: ShrinkTask) throws {
    trials = nil
    let (log, makePlayer) = try open(task.log)
    func judge(_ condition: Condition?) throws -> Trials {
      let replay = try Replay(log, with: makePlayer(), reading: task.log.reading)
      return .holds(try ConditionPredicate(replay, in: task.run, condition))
    }
    trials =
      switch task.question {
      case .none: try judge(nil)
      case .holds(let text): try judge(Condition(text))
      case .state(let store), .renewedState(let store), .formerState(let store):
        .state(try OutcomeOracle(log, makePlayer, task, store))
      }
  }

  private func tryOut(_ session: ShrunkSession) throws -> WorkerAnswer {
    switch trials {
    case .holds(let judge):
      return .holds(try judge.holds(for: session), played: judge.playedCount)
    case .state(let teller): return .came(to: try teller.outcome(of: session))
    case nil: throw WorkerError.misunderstood
    }
  }

  private func ask(
    _ worker: LockStepReplica?, _ tell: (WorkerAnswer) throws -> Void,
    _ body: (LockStepReplica, (Step) throws -> Void) throws -> WorkerAnswer
  ) throws -> WorkerAnswer {
    // Nobody asks before a log is open but a tool that has another idea of the order.
    guard let worker else { throw WorkerError.misunderstood }
    return try withoutActuallyEscaping(tell) { tell in
      try body(worker, Self.counting(tell))
    }
  }

  private static func counting(
    _ tell: @escaping (WorkerAnswer) throws -> Void
  ) -> (Step) throws -> Void {
    var done: UInt64 = 0
    var last = ContinuousClock.now
    return { _ in
      done += 1
      guard done % stepsPerWord == 0 || ContinuousClock.now - last > longestSilence else { return }
      last = .now
      try tell(.working(done))
    }
  }

  private func inspect(
    _ task: WorkerTask, _ tell: (WorkerAnswer) throws -> Void
  ) throws -> WorkerInspection {
    let (log, makePlayer) = try open(task)
    return try withoutActuallyEscaping(tell) { tell in
      var check = DeterminismCheck(log, reading: task.reading, with: makePlayer)
      var found = WorkerInspection()
      check.onMisfit = { found.misfits.append(.init(type: $0, step: $1)) }
      check.onStep = Self.counting(tell)
      found.divergence = try check.run().map(WorkerDivergence.init)
      return found
    }
  }
}
