import PlayheadFiles
import PlayheadLog
import PlayheadValues

/// Smaller sessions of a log as what is played.
struct SessionPlans {
  private let log: LogReader
  private let run: ClosedRange<Step>
  private let making: ActionMaking
  private var made: [Step: (payload: Value, action: MadeAction)] = [:]

  /// For parts of `run`, made of actions as `player` has them.
  init(_ log: LogReader, in run: ClosedRange<Step>, _ player: any Replayable) {
    (self.log, self.run) = (log, run)
    making = ActionMaking(log: log, player: player)
  }

  /// What of the recording is played, and how; nil if a payload is none of its action's type.
  mutating func plan(of session: ShrunkSession) throws -> BranchPlan? {
    var plan = BranchPlan(run)
    plan.keep(session.steps)
    for (step, payload) in session.payloads.sorted(by: { $0.key < $1.key }) {
      guard let action = try action(payload, at: step) else { return nil }
      plan.replace(.recorded(step), with: action)
    }
    return plan
  }

  private mutating func action(_ payload: Value, at step: Step) throws -> MadeAction? {
    if let known = made[step], known.payload == payload { return known.action }
    do {
      let entry = try log.entry(at: step)
      let action = try making.action(payload, for: entry)
      made[step] = (payload, action)
      return action
    } catch BranchError.unfit {
      return nil
    }
  }
}
