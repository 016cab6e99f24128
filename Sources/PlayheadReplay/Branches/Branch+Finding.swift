import PlayheadReading
import PlayheadLog
import PlayheadValues

/// Finding the place of a change, and the action there.
extension Branch {
  /// The action that a change applies to.
  struct Found {
    /// The plan of the run with the action.
    let plan: BranchPlan
    /// The action as it was recorded or inserted.
    let action: LoggedAction
    /// The action as it was edited or inserted last.
    let edited: EditedAction?
  }

  /// Finds an action of the branch. Throws if the branch does not have it.
  func find(_ origin: BranchOrigin) throws -> Found {
    guard let step = origin.step else {
      guard let plan, let place = plan.place(of: origin), let edited = plan.item(at: place).edited
      else { throw BranchError.skipped(origin) }
      return Found(plan: plan, action: LoggedAction(edited), edited: edited)
    }
    guard step > replay.log.initialStep else { throw BranchError.initialState(step) }
    let entry = try replay.log.entry(at: step)
    let plan = try self.plan ?? BranchPlan(run(holding: step))
    guard plan.run.contains(step) else { throw BranchError.otherRun(step, run: plan.run) }
    guard let place = plan.place(of: step) else { throw BranchError.skipped(origin) }
    return Found(plan: plan, action: LoggedAction(entry), edited: plan.item(at: place).edited)
  }

  /// The plan of the run in which an action can be put after another.
  func anchor(_ origin: BranchOrigin) throws -> BranchPlan {
    if let plan, origin == .recorded(plan.start) { return plan }
    if plan == nil, origin == .recorded(replay.log.initialStep), replay.log.actionCount > 0 {
      let first = try run(holding: replay.log.firstStep)
      if first.lowerBound == replay.log.firstStep { return BranchPlan(first) }
    }
    return try find(origin).plan
  }

  /// The time of an action that is put after another.
  func moment(of origin: BranchOrigin, _ plan: BranchPlan) throws -> Moment {
    guard origin == .recorded(plan.start) else { return try find(origin).action.moment }
    guard plan.start == replay.log.initialStep else {
      return try replay.log.entry(at: plan.run.lowerBound).moment
    }
    // Times of actions are rounded down, and no action comes before the start.
    var start = replay.log.header.start
    start.monotonic = min(
      start.monotonic + LogFormat.timeUnit - 1, Int64(LogFormat.timeLimit) - 1)
    return start
  }

  /// The app's names of the stores that are open after an action; all of them if damage hides which.
  func openStores(after origin: BranchOrigin) -> Set<String> {
    let step = step(of: origin) ?? source.initialStep
    let open = try? source.storeLists.epoch(after: step).registered.map { source.stores[$0] }
    return Set((open ?? source.stores).map(replay.currentName(ofStore:)))
  }

  /// Throws if the app cannot make other actions.
  var builder: ActionBuilder {
    get throws {
      guard let player = replay.dispatcherPlayer else { throw BranchError.cannotBuildActions }
      return ActionBuilder(log: replay.log, player: player)
    }
  }

  private func run(holding step: Step) throws -> ClosedRange<Step> {
    try replay.log.steps.run(holding: step) ?? replay.log.entry(at: step).step...step
  }

  func nothing(at path: StatePath, in payload: Value, _ type: String) -> BranchError {
    let parent = StatePath(path.components.dropLast())
    let known = payload.value(at: parent)?.names ?? []
    let near = path.components.last?.name.flatMap { Suggestion.closest(to: $0, in: known) }
    return .nothingAt(
      path, type: type, suggestion: near.map { parent.appending(.field($0)) }, known: known)
  }
}

extension BranchPlan {
  /// Throws `BranchError.effectFirst` if a moved action comes before its cause or after its effect.
  func requireCausesFirst(around origin: Step, _ cause: Step?, _ log: any ActionSource) throws {
    guard let place = place(of: origin) else { return }
    if let cause, let before = self.place(of: cause), before > place {
      throw BranchError.effectFirst(origin, cause: cause)
    }
    guard origin < run.upperBound else { return }
    try log.forEachHead(
      in: origin.next...run.upperBound, onDamage: { throw ReadingError.damaged($0) }
    ) { head in
      for (index, _) in head.causes where head.cause(of: index) == origin {
        let effect = Step(head.firstStep.number + UInt64(index))
        if let own = self.place(of: effect), own < place {
          throw BranchError.effectFirst(effect, cause: origin)
        }
      }
    }
  }
}
