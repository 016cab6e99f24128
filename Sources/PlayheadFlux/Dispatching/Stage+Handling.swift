extension Stage {
  /// Takes `action` through the taps and the stores; then the observers hear of it.
  @discardableResult func handle(_ action: any Action, cause: Turn?) -> Turn {
    let turn = turn.next
    self.turn = turn
    lineage = turn
    if taps.isEmpty {
      runLive(action, cause: cause)
    } else {
      for tap in taps { tap.willHandle(action, turn: turn, cause: cause) }
      runLive(action, cause: cause)
      let outcome = Outcome(changed: changed, draws: frame.draws)
      for tap in taps { tap.didHandle(turn: turn, outcome: outcome) }
    }
    tellObservers()
    return turn
  }

  /// Hands an action of a log to the stores; then the observers hear of it.
  func replay(_ action: any Action, turn: Turn, cause: Turn?, draws: [Draw]) -> Replayed {
    phase = .replaying
    defer { phase = .idle }
    self.turn = turn
    frame.open(turn: turn, cause: cause, log: draws)
    runStores(action)
    let fault = frame.close()
    tellObservers()
    return Replayed(changed: changed, fault: fault)
  }

  private func runLive(_ action: any Action, cause: Turn?) {
    frame.open(turn: turn, cause: cause)
    runStores(action)
    frame.close()
  }

  /// Lets the stores handle `action` in the open frame.
  private func runStores(_ action: any Action) {
    if !changed.isEmpty { changed.removeAll(keepingCapacity: true) }
    let context = Context(frame: frame, turn: turn)
    for part in route(for: type(of: action)).parts where part.handle(action, context) {
      changed.append(part.position)
    }
  }

  private func tellObservers() {
    for position in changed { stores[position].tellObservers() }
  }
}
