import Synchronization

extension Dispatcher {
  /// Hands a waiting action to the middleware and the stores, unless its effect has been cancelled.
  func enter(_ queued: QueuedAction) {
    if let effect = queued.effect, effect.isCancelled { return }
    if state.intake.isRestricted, state.intake.refuses(queued) {
      refused.add(1, ordering: .relaxed)
      return
    }
    let (action, cause, position) = (queued.action, queued.cause, queued.position)
    let type = Swift.type(of: action)
    state.phase = .handling(type)
    state.currentCause = cause
    if position == middleware.count {
      state.handle(action, of: type, cause: cause)
    } else {
      state.entry += 1
      let first = Next(dispatcher: self, position: position, cause: cause, entry: state.entry)
      proceed(action, from: first)
      state.entry += 1
    }
    state.currentCause = nil
    state.phase = .idle
  }

  /// Hands `action` to the middleware at `next.position`, or, after the last, to the stores.
  @discardableResult func proceed(_ action: any Action, from next: Next) -> Turn? {
    guard dispatchLock.isMine, state.entry == next.entry else {
      Misuse.nextOutlivedItsAction.report()
      submit(QueuedAction(action: action, cause: next.cause, position: next.position))
      return nil
    }
    guard next.position < middleware.count else {
      return state.handle(action, of: type(of: action), cause: next.cause)
    }
    let before = state.turn
    let following = Next(
      dispatcher: self, position: next.position + 1, cause: next.cause, entry: next.entry)
    middleware[next.position].handle(action, dispatcher: self, next: following)
    return state.turn != before ? state.turn : nil
  }
}

extension DispatcherState {
  /// Hands `action`, which is of `type`, to the taps and the stores; then calls the observers.
  @discardableResult func handle(
    _ action: any Action, of type: any Action.Type, cause: Turn?
  ) -> Turn {
    let turn = turn.next
    self.turn = turn
    currentCause = turn
    let list = handlerList(for: type)
    let taps = taps
    if taps.isEmpty {
      runLive(action, by: list, cause: cause)
    } else {
      for tap in taps { tap.willHandle(action, turn: turn, cause: cause) }
      runLive(action, by: list, cause: cause)
      let outcome = Outcome(changed: list.changed, draws: storage.draws)
      for tap in taps { tap.didHandle(turn: turn, outcome: outcome) }
    }
    notifyObservers(of: list)
    return turn
  }

  /// Hands an action of a log to the stores; then calls the observers if `replaysToObservers`. Returns the indices of
  /// the stores that changed.
  package func replay(
    _ action: any Action, turn: Turn, cause: Turn?, from source: any DrawSource
  ) -> [Int] {
    phase = .replaying
    defer { phase = .idle }
    self.turn = turn
    let list = handlerList(for: type(of: action))
    storage.open(turn: turn, cause: cause, from: source)
    runStores(action, by: list)
    storage.close()
    list.settle()
    if replaysToObservers { notifyObservers(of: list) }
    return list.changed
  }

  /// Reports a replay within a handler, an observer or a tap.
  package func reportMisplacedReplay() { Misuse.applyWhileHandling.report() }

  private func runLive(_ action: any Action, by list: HandlerList, cause: Turn?) {
    storage.open(turn: turn, cause: cause)
    runStores(action, by: list)
    storage.close()
    list.settle()
  }

  private func runStores(_ action: any Action, by list: HandlerList) {
    pass.run(action, by: list, Context(storage: storage, turn: turn))
  }

  private func notifyObservers(of list: HandlerList) {
    var hasJoint = false
    for handler in list.handlers where handler.changed && handler.notifyObservers() {
      hasJoint = true
    }
    if hasJoint {
      for handler in list.handlers where handler.changed {
        handler.store.notifyJointObservers(after: pass.number)
      }
    }
    guard !newObservers.isEmpty else { return }
    for observer in takeNewObservers() { observer.notify(after: pass.number) }
  }
}
