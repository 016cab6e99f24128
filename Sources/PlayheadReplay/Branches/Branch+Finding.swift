import PlayheadFiles
import PlayheadLog
import PlayheadValues

/// Where a change has its place, and what is there; what has none is refused.
extension Branch {
  /// An action of the recording that is in the branch, and the plan of the run that it is in.
  func find(_ step: Step) throws -> (LogEntry, BranchPlan) {
    guard step > replay.log.initialStep else { throw BranchError.initialState(step) }
    let entry = try replay.log.entry(at: step)
    let plan = try self.plan ?? BranchPlan(run(holding: step))
    guard plan.run.contains(step) else { throw BranchError.otherRun(step, run: plan.run) }
    guard plan.place(of: step) != nil else { throw BranchError.skipped(step) }
    return (entry, plan)
  }

  /// The plan of the run in which an action can be put behind `step`.
  func anchor(_ step: Step) throws -> BranchPlan {
    if let plan, step == plan.start { return plan }
    if plan == nil, step == replay.log.initialStep, replay.log.actionCount > 0 {
      let first = try run(holding: step.next)
      if first.lowerBound == step.next { return BranchPlan(first) }
    }
    return try find(step).1
  }

  private func run(holding step: Step) throws -> ClosedRange<Step> {
    let place = replay.log.steps.firstIndex { $0.contains(step) }
    guard let place else { return try replay.log.entry(at: step).step...step }
    return replay.log.steps[place]
  }

  func payloadNow(
    of entry: LogEntry, _ plan: BranchPlan, _ making: ActionMaking
  ) throws -> Value {
    let place = plan.place(of: entry.step) ?? entry.step
    if let made = plan.item(at: place).made { return try made.payload() }
    return try making.payload(of: entry)
  }

  func nothing(at path: StatePath, in payload: Value, _ type: String) -> BranchError {
    let parent = payload.value(at: StatePath(path.components.dropLast()))
    guard case .field(let name)? = path.components.last, let parent else {
      return .nothingAt(path, type: type, suggestion: nil)
    }
    return .nothingAt(
      path, type: type, suggestion: Suggestion.closest(to: name, in: parent.names))
  }
}
