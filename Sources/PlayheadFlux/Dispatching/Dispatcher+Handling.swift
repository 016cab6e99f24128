extension Dispatcher {
  /// Takes `action` through the middleware to the stores.
  func enter(_ action: any Action, cause: Turn?) {
    stage.phase = .handling
    stage.lineage = cause
    if middleware.isEmpty {
      handle(action, cause: cause)
    } else {
      stage.entry += 1
      let first = Next(dispatcher: self, position: 0, cause: cause, entry: stage.entry)
      proceed(action, from: first)
      stage.entry += 1
    }
    stage.lineage = nil
    stage.phase = .idle
  }

  /// Hands `action` to the middleware at `next.position`, or, after the last, to the stores.
  @discardableResult func proceed(_ action: any Action, from next: Next) -> Turn? {
    guard baton.isMine, stage.entry == next.entry else { Misuse.nextOutlivedItsAction.stop() }
    guard next.position < middleware.count else { return handle(action, cause: next.cause) }
    let before = stage.turn
    let following = Next(
      dispatcher: self, position: next.position + 1, cause: next.cause, entry: next.entry)
    middleware[next.position].handle(action, dispatcher: self, next: following)
    return stage.turn > before ? stage.turn : nil
  }

  @discardableResult private func handle(_ action: any Action, cause: Turn?) -> Turn {
    let turn = stage.turn.next
    stage.turn = turn
    stage.lineage = turn
    for tap in stage.taps { tap.willHandle(action, turn: turn, cause: cause) }
    stage.frame.open(turn: turn, cause: cause)
    runStores(action)
    if !stage.taps.isEmpty { tellTaps() }
    tellObservers()
    return turn
  }

  /// Lets the stores handle `action` in the open frame, and closes it.
  private func runStores(_ action: any Action) {
    let context = Context(frame: stage.frame, turn: stage.frame.turn)
    stage.changed.removeAll(keepingCapacity: true)
    for part in stage.route(for: type(of: action)) where part.handle(action, context) {
      stage.changed.append(part.position)
    }
    stage.frame.close()
  }

  private func tellTaps() {
    let outcome = Outcome(changed: stage.changed, draws: stage.frame.draws)
    for tap in stage.taps { tap.didHandle(turn: stage.turn, outcome: outcome) }
  }

  private func tellObservers() {
    for position in stage.changed { stage.stores[position].tellObservers() }
  }

  /// Hands `action` to the stores again, as replay does: without middleware and taps, with the
  /// draws that `draws` has, in order, and without handling what observers dispatch. Observers are
  /// told.
  ///
  /// - Parameters:
  ///   - action: An action of a log.
  ///   - turn: The number that handlers see, and from which the dispatcher goes on counting; by
  ///     default one more than the last.
  ///   - cause: The cause that handlers see.
  ///   - draws: What the stores took from outside when the action was live.
  @discardableResult public func apply(
    _ action: any Action, turn: Turn? = nil, cause: Turn? = nil, draws: [Draw]
  ) -> Replayed {
    alone { stage in
      guard stage.phase == .idle else { Misuse.applyWhileHandling.stop() }
      stage.phase = .replaying
      defer { stage.phase = .idle }
      stage.turn = turn ?? stage.turn.next
      stage.frame.open(turn: stage.turn, cause: cause, log: draws)
      runStores(action)
      tellObservers()
      return Replayed(changed: stage.changed, fault: stage.frame.fault)
    }
  }
}
