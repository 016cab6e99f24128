package import PlayheadLog

extension Shrinker {
  /// Shrinks what led to an action at which a store traps, which a witness that `hire` gives finds out: a smaller
  /// session traps at its last action, which is of the same type, for the same reason. Nil if no store traps at
  /// the actions of the last run of the log, up to `end`.
  package convenience init?(
    crashOf log: LogReader, _ player: any Replayable, _ task: WitnessTask, upTo end: Step? = nil,
    hire: @escaping () throws -> any WitnessChannel
  ) throws {
    guard let run = log.steps.last(where: { $0.lowerBound <= end ?? log.lastStep }) else {
      return nil
    }
    let whole = run.clamped(to: run.lowerBound...(end ?? run.upperBound))
    let task = ShrinkTask(task, run: run, .none)
    let channel = try hire()
    guard let trap = try Self.trap(of: Self.session(whole), channel, task) else { return nil }
    let type = try log.entry(at: trap.step).type.name
    let making = ActionMaking(log: log, player: player)
    self.init(
      Self.session(whole.lowerBound...trap.step), of: log,
      WitnessJudge(
        channel, log, task, crash: .init(reason: trap.reason, type: type), hire: hire)
    ) { try making.payload(of: log.entry(at: $0)) }
  }

  private static func trap(
    of session: ShrunkSession, _ channel: any WitnessChannel, _ task: ShrinkTask
  ) throws -> KnownTrap? {
    do {
      _ = try channel.result(of: .shrink(task))
      _ = try channel.result(of: .tryOut(session))
      return nil
    } catch WitnessError.trapped(let step?, let reason) {
      return KnownTrap(step: step, reason: reason)
    }
  }

  static func session(_ steps: ClosedRange<Step>) -> ShrunkSession {
    ShrunkSession((steps.lowerBound.number...steps.upperBound.number).map { Step($0) })
  }
}
