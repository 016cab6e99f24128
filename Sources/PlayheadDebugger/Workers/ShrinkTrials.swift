import PlayheadFiles
import PlayheadLog
import PlayheadReplay

/// Where smaller sessions of a log are tried: in other processes, where there can be some.
struct ShrinkTrials {
  private let replay: Replay
  private let task: WorkerTask
  private let last: Step?
  /// A smaller session may take so long in any case.
  private let patience: Duration
  /// The processes in which sessions are tried: whoever closes it lets nobody be waited for.
  let register = ProcessRegister()
  private let build = SameBuild()
  private var log: LogReader { replay.log }

  /// For parts of what is replayed, up to a step; one that takes longer than so many seconds, and much longer
  /// than the first, comes to nothing.
  init(_ replay: Replay, _ reading: Reading, upTo last: Step?, patience: Int) {
    (self.replay, self.last, self.patience) = (replay, last, .seconds(patience))
    task = WorkerTask(replay.log.name, reading: reading)
  }

  /// Who makes the log smaller; nil if there is nothing to come to.
  func shrinker(_ goal: ShrinkGoal, _ apps: Apps, _ console: Console) throws -> Shrinker? {
    let program = log.hasFile ? console.terminal.programFile : nil
    if case .holds(let condition) = goal { return try shrinker(condition, program) }
    guard let program, let app = apps.recorder(of: log) else {
      throw CommandFailure.noWorker(log: log.name)
    }
    if case .diverges = goal { return try shrinker(program, console) }
    return try Shrinker(
      crashOf: log, DispatcherPlayer(app), task, upTo: last, at: usualSlot(program),
      patience: patience)
  }

  private func usualSlot(_ program: String) -> WorkerSlot {
    WorkerSlot {
      try build.require(WorkerProcess(program, under: .usual, register: register))
    }
  }

  private func shrinker(_ condition: Condition, _ program: String?) throws -> Shrinker? {
    let slot = program.map(usualSlot)
    let isRunning = slot.map { (try? $0.ensureRunning()) != nil } ?? false
    let shrinker = try Shrinker(replay, until: condition, upTo: last) { run in
      guard let slot, isRunning else { return try Shrinker.predicate(replay, in: run, condition) }
      let task = ShrinkTask(task, run: run, .holds(condition.text))
      return WorkerPredicate(SessionTrials([(slot, task)], patience: patience), log, in: run)
    }
    if shrinker == nil { try requireNot(condition) }
    return shrinker
  }

  /// Throws if the condition holds in the initial state. The replay is then where it was.
  private func requireNot(_ condition: Condition) throws {
    let position = replay.position
    if try Search(log, for: condition, with: replay).stop(at: log.initialStep) != nil {
      throw CommandFailure.holdsAtStart(condition.text, log: log.name)
    }
    try replay.go(to: position)
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
    let shrinker = try Shrinker(replay, differing: divergence) { run in
      DivergencePredicate(task, run: run, divergence, in: store, cause, patience: patience) {
        try build.require(WorkerProcess(program, under: $0, register: register))
      }
    }
    guard let shrinker else { throw CommandFailure.notAgainDifferent("\(divergence)") }
    return shrinker
  }

  private func check(_ program: String, _ console: Console) throws -> CheckFinding {
    let progress = Progress("checking", of: UInt64(log.actionCount), on: console)
    defer { progress.finish() }
    let pool = WorkerPool(
      program, notHeld: try WorkerPool.notHeld(program), runs: WorkerPool.usualRuns)
    return try pool.check(task, log) { progress.advance(to: $0) }
  }
}
