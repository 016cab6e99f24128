import PlayheadInspector
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Tries smaller sessions of a log, in other processes if the system can start them.
struct ShrinkTrials {
  private let inspector: Inspector
  private let task: ReplaySpec
  private let last: Step?
  /// The shortest time limit for a step of a smaller session.
  private let leastLimit: Duration
  /// The processes that try sessions. Close it to end them.
  let register = ProcessRegister()
  private let build = BuildConsistency()
  private var log: LogReader { inspector.recording }

  /// Sessions from the log of `inspector`, up to a step. A session fails if it takes longer than `leastLimit`
  /// seconds and much longer than the first.
  init(_ inspector: Inspector, _ decoding: DecodingPolicy, upTo last: Step?, leastLimit: Duration) {
    (self.inspector, self.last, self.leastLimit) = (inspector, last, leastLimit)
    task = ReplaySpec(inspector.recording.name, decoding: decoding)
  }

  /// The shrinker for a goal. `nil` if the goal does not occur in the log; `hints` get possible reasons.
  func shrinker(_ goal: ShrinkGoal, _ console: Console, hints: inout [String]) throws -> Shrinker? {
    let program = log.hasFile ? console.terminal.programFile : nil
    if case .holds(let condition) = goal { return try shrinker(condition, program, &hints) }
    guard let program else { throw CommandFailure.noWorker(log: log.name) }
    if case .diverges = goal { return try shrinker(program, console) }
    return try Shrinker(
      crashOf: log, task, upTo: last, at: usualSlot(program), leastLimit: leastLimit,
      payload: payload)
  }

  /// The crash of the last action of `log`, with its place in the code; nil if none can be seen.
  func crash(atEndOf log: LogReader, _ console: Console) throws -> KnownCrash? {
    guard let program = console.terminal.programFile else { return nil }
    return try CrashLocator(program: program, stepLimit: WorkerProcess.stepLimit)
      .crash(atEndOf: log, task.decoding)
  }

  private func payload(of step: Step) throws -> Value? {
    try inspector.ask(CurrentPayloadRequest(of: step))
  }

  private func usualSlot(_ program: String) -> WorkerSlot {
    WorkerSlot {
      try build.require(WorkerProcess(program, under: .usual, register: register))
    }
  }

  // MARK: Where a condition holds

  private func shrinker(
    _ condition: Condition, _ program: String?, _ hints: inout [String]
  ) throws -> Shrinker? {
    guard let step = try firstStep(at: condition, &hints) else { return nil }
    guard let run = log.steps.run(holding: step) else {
      throw CommandFailure.holdsAfterGap(condition.text, step, log: log.name)
    }
    return try Shrinker(
      log, run.lowerBound...step, predicate(condition, in: run, program),
      guess: { steps in
        guard !condition.hasOtherPaths else { return nil }
        return try inspector.ask(LeadingActionsRequest(to: condition.paths, in: steps))
      }, payload: payload)
  }

  /// The first step after the initial state at which the condition holds.
  private func firstStep(at condition: Condition, _ hints: inout [String]) throws -> Step? {
    let first = log.initialStep
    let end = min(last ?? log.lastStep, log.lastStep)
    if first < end {
      let answer = try inspector.ask(BisectRequest(condition, in: first.next...end))
      if let step = answer.found.first {
        if step == first.next, try holds(condition, at: first) {
          hints = ["the condition also holds before the first action; is it right?"]
        }
        return step
      }
      hints = answer.unresolvedNames.map { "\($0)" }
    }
    if try holds(condition, at: first) {
      throw CommandFailure.holdsAtStart(condition.text, log: log.name)
    }
    return nil
  }

  private func holds(_ condition: Condition, at step: Step) throws -> Bool {
    try inspector.ask(BisectRequest(condition, in: step...step)).found.first != nil
  }

  private func predicate(
    _ condition: Condition, in run: ClosedRange<Step>, _ program: String?
  ) throws -> any ShrinkPredicate {
    if let program {
      let slot = usualSlot(program)
      if (try? slot.ensureRunning()) != nil {
        let task = ShrinkTask(task, run: run, .holds(condition.text))
        return WorkerPredicate(SessionTrials([(slot, task)], leastLimit: leastLimit), log, in: run)
      }
    }
    guard let replay = inspector.recordedReplay else {
      throw CommandFailure.noWorker(log: log.name)
    }
    return try Shrinker.predicate(replay, in: run, condition)
  }

  // MARK: Where replays differ

  private func shrinker(_ program: String, _ console: Console) throws -> Shrinker? {
    let finding = try check(program, console)
    guard let divergence = finding.divergence, last.map({ divergence.step <= $0 }) ?? true else {
      return nil
    }
    guard finding.lastAgreed != nil else {
      throw CommandFailure.differentFromTheStart(log: log.name)
    }
    guard let cause = finding.cause, let store = divergence.store, cause.isBetweenReplays else {
      throw CommandFailure.differentFromRecording("\(divergence)")
    }
    let run = log.steps.first { $0.contains(divergence.step) }
    let predicate = run.flatMap { run in
      DivergencePredicate(task, run: run, divergence, in: store, cause, leastLimit: leastLimit) {
        try build.require(WorkerProcess(program, under: $0, register: register))
      }
    }
    guard let run, let predicate,
      let shrinker = try Shrinker(
        log, run.lowerBound...divergence.step, predicate,
        guess: { steps in
          let paths = divergence.fieldPath.map { [$0] } ?? []
          return try inspector.ask(LeadingActionsRequest(to: paths, in: steps))
        }, payload: payload)
    else { throw CommandFailure.notAgainDifferent("\(divergence)") }
    return shrinker
  }

  private func check(_ program: String, _ console: Console) throws -> CheckFinding {
    let progress = Progress("checking", of: UInt64(log.actionCount), .actions, on: console)
    defer { progress.finish() }
    let pool = WorkerPool(
      program, uncontrolled: try WorkerPool.uncontrolled(program), runs: WorkerPool.usualRuns)
    return try pool.check(task, log) { progress.advance(to: $0) }
  }
}
