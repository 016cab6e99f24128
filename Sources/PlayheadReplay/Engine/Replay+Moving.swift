import PlayheadFiles
public import PlayheadLog

/// Going from step to step: actions are applied, and states kept on the way.
extension Replay {
  /// Puts the stores into the state of `step`. Throws `LogError.noStep` beyond the end, `LogError.inGap` within a gap,
  /// `LogError.lost` in damage, and `ReplayError.noState` behind damage, up to the next state in the log.
  public func go(to step: Step) throws {
    try avoidingDamage { try move(to: step) }
  }

  private func move(to step: Step) throws {
    guard step != position else { return }
    if step != log.initialStep, !timeline.hasState(of: step) {
      _ = try log.chunk(holding: step, through: step)
    }
    try approach(step)
    try play(to: step)
  }

  private func play(to step: Step) throws {
    try playing(to: step) { try onStep($0.step) }
  }

  /// Continues to `step`, without a gap in between, and calls `body` after each action. Throws `LogError.damaged` where
  /// damage is found.
  func follow(to step: Step, _ body: (Step) throws -> Void) throws {
    try follow(to: step) { (action: LoggedAction) in try body(action.step) }
  }

  /// The same with each action, which `body` may look at as well.
  func follow(to step: Step, _ body: (LoggedAction) throws -> Void) throws {
    try playing(to: step) { action in
      let moment = pace.moment
      try body(action)
      pace.leaveOut(since: moment)
    }
  }

  /// Applies the actions up to `step`, and does `body` after each.
  private func playing(to step: Step, _ body: (LoggedAction) throws -> Void) throws {
    pace.begin()
    // After an error the states may be those of half an action: they are not kept.
    defer { pace.end() }
    let trap = knownTraps.filter { $0.step > position && $0.step <= step }
      .min { $0.step < $1.step }
    let last = trap?.step.previous ?? step
    try timeline.play(from: position, to: last) { action, result in
      position = action.step
      note(action, result)
      if pace.pass() { keepCheckpointIfDue() }
      try body(action)
    }
    pace.end()
    keepCheckpointIfDue()
    if let trap { throw ReplayError.traps(trap, try? log.entry(at: trap.step).type) }
  }

  /// How long replaying took so far, as far as the clock was asked.
  var replayTime: Duration { pace.total }

  /// Takes in which actions turned out to be damaged since the last time. Returns whether there were any.
  @discardableResult package func learnOfDamage() -> Bool { timeline.learnOfDamage() }

  /// Beside a file with states, only states that it lacks are kept.
  private static let sparsity = 4

  private func keepCheckpointIfDue() {
    let elapsed = archive == nil ? pace.elapsed : pace.elapsed / Self.sparsity
    guard checkpoints.wants(position, after: elapsed) else { return }
    checkpoints.keep(
      .init(
        step: position, states: player.states, approximateSince: approximateSince,
        cost: pace.elapsed))
    pace.restart()
  }

  /// Repeats `body` when damage is found: there may be a state behind it, and if not, `body` reports the loss.
  private func avoidingDamage<T>(_ body: () throws -> T) throws -> T {
    while true {
      do {
        return try body()
      } catch LogError.damaged where timeline.learnOfDamage() {}
    }
  }

  private func note(_ action: LoggedAction, _ result: Timeline.StepResult) {
    if let fault = result.fault, timeline.branch?.knowsDraws(of: position) ?? true {
      drawFaults.add(fault, at: position)
    }
    if result.lacksDraws { firstUnfinished = firstUnfinished ?? position }
    guard result.isPassedOver || !result.incompatibilities.isEmpty else { return }
    approximateSince = approximateSince ?? position
    if result.isPassedOver { incompatibilities.add(action.type, at: position) }
    incompatibilities.add(result.incompatibilities)
  }

  /// Goes one step on. Returns false at the end.
  @discardableResult public func stepForward() throws -> Bool {
    try avoidingDamage {
      guard let next = timeline.next(after: position) else { return false }
      try move(to: next)
      return true
    }
  }

  /// Goes one step back. Returns false at the start.
  @discardableResult public func stepBack() throws -> Bool {
    try avoidingDamage {
      guard let previous = timeline.previous(before: position) else { return false }
      try move(to: previous)
      return true
    }
  }
}
