extension Stage {
  /// Takes `action`, which is of `type`, through the taps and the stores; then the observers hear
  /// of it.
  @discardableResult func handle(
    _ action: any Action, of type: any Action.Type, cause: Turn?
  ) -> Turn {
    let turn = turn.next
    self.turn = turn
    lineage = turn
    let route = route(for: type)
    let taps = taps
    if taps.isEmpty {
      runLive(action, through: route, cause: cause)
    } else {
      for tap in taps { tap.willHandle(action, turn: turn, cause: cause) }
      runLive(action, through: route, cause: cause)
      let outcome = Outcome(changed: route.changed, draws: frame.draws)
      for tap in taps { tap.didHandle(turn: turn, outcome: outcome) }
    }
    tellObservers(of: route)
    return turn
  }

  /// Hands an action of a log to the stores; then the observers hear of it, if they are to.
  func replay(
    _ action: any Action, turn: Turn, cause: Turn?, draws: [Draw],
    continuation: SystemInputs? = nil
  ) -> Replayed {
    phase = .replaying
    defer { phase = .idle }
    self.turn = turn
    let route = route(for: type(of: action))
    frame.open(turn: turn, cause: cause, log: draws, continuation: continuation)
    runStores(action, through: route)
    let fault = frame.close()
    route.settle()
    let replayed = Replayed(changed: route.changed, fault: fault)
    if replaysToObservers { tellObservers(of: route) }
    return replayed
  }

  private func runLive(_ action: any Action, through route: Route, cause: Turn?) {
    frame.open(turn: turn, cause: cause)
    runStores(action, through: route)
    frame.close()
    route.settle()
  }

  /// Lets the stores handle `action` in the open frame.
  private func runStores(_ action: any Action, through route: Route) {
    round.run(action, through: route, Context(frame: frame, turn: turn))
  }

  private func tellObservers(of route: Route) {
    var hasJoint = false
    for part in route.parts where part.changed && part.tellObservers() { hasJoint = true }
    if hasJoint {
      for part in route.parts where part.changed { part.tellJointObservers(after: round.number) }
    }
    guard !newcomers.isEmpty else { return }
    for observer in takeNewcomers() { observer.tell(after: round.number) }
  }
}
