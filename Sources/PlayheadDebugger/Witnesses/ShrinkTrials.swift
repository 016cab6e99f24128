import PlayheadLog
import PlayheadReplay

/// Where smaller sessions of a log are tried: in other processes, where there can be some.
struct ShrinkTrials {
  private let replay: Replay
  private let task: WitnessTask
  private let end: Step?
  private var log: LogReader { replay.log }

  /// For parts of what is replayed, up to a step.
  init(_ replay: Replay, _ reading: Reading, upTo end: Step?) {
    (self.replay, self.end) = (replay, end)
    task = WitnessTask(replay.log.name, reading: reading)
  }

  /// Who makes the log smaller; nil if there is nothing to come to.
  func shrinker(_ goal: ShrinkGoal, _ apps: Apps, _ console: Console) throws -> Shrinker? {
    let program = log.hasFile ? console.terminal.programFile : nil
    if case .holds(let condition) = goal { return try shrinker(condition, program) }
    guard let program, let app = apps.recorder(of: log) else {
      throw CommandFailure.noWitness(log: log.name)
    }
    if case .diverges = goal { return try shrinker(program, console) }
    return try Shrinker(crashOf: log, DispatcherPlayer(app), task, upTo: end) {
      try witness(program)
    }
  }

  private func witness(_ program: String) throws -> WitnessProcess {
    try WitnessProcess(program, ProcessSetting(.usual, faketime: nil))
  }

  private func shrinker(_ condition: Condition, _ program: String?) throws -> Shrinker? {
    let first = program.flatMap { try? witness($0) }
    return try Shrinker(replay, until: condition, upTo: end) { run in
      guard let program, let first else {
        return try Shrinker.judge(replay, in: run, condition)
      }
      let task = ShrinkTask(task, run: run, .holds(condition.text))
      return WitnessJudge(first, log, task) { try witness(program) }
    }
  }

  // MARK: Where replays differ

  private func shrinker(_ program: String, _ console: Console) throws -> Shrinker? {
    let finding = try check(program, console)
    guard let divergence = finding.divergence, end.map({ divergence.step <= $0 }) ?? true else {
      return nil
    }
    guard finding.lastAgreed != nil else {
      throw CommandFailure.differentFromTheStart(log: log.name)
    }
    guard let cause = finding.cause, let store = divergence.store, cause.isBetweenReplays else {
      throw CommandFailure.differentFromRecording("\(divergence)")
    }
    let shrinker = try Shrinker(replay, differing: divergence) { run in
      DivergenceJudge(task, run: run, divergence, in: store, cause) { conditions in
        try WitnessProcess(
          program, ProcessSetting(conditions, faketime: ProcessSetting.faketime))
      }
    }
    guard let shrinker else { throw CommandFailure.notAgainDifferent("\(divergence)") }
    return shrinker
  }

  private func check(_ program: String, _ console: Console) throws -> CheckFinding {
    let progress = Progress("checking", of: UInt64(log.actionCount), on: console)
    defer { progress.finish() }
    let fleet = Fleet(program, notHeld: try Fleet.notHeld(program), runs: Fleet.usualRuns)
    return try fleet.check(task, log) { progress.advance(to: $0) }
  }
}
