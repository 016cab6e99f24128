extension Dispatcher {
  /// Takes an action that has waited through the middleware to the stores, unless it is an effect's
  /// that is cancelled by now.
  func enter(_ queued: Stage.Queued) {
    if let effect = queued.effect, effect.isCancelled { return }
    enter(queued.action, of: type(of: queued.action), cause: queued.cause)
  }

  /// Takes `action`, which is of `type`, through the middleware to the stores.
  func enter(_ action: any Action, of type: any Action.Type, cause: Turn?) {
    stage.phase = .handling(type)
    stage.lineage = cause
    if middleware.isEmpty {
      stage.handle(action, of: type, cause: cause)
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
    guard next.position < middleware.count else {
      return stage.handle(action, of: type(of: action), cause: next.cause)
    }
    let before = stage.turn
    let following = Next(
      dispatcher: self, position: next.position + 1, cause: next.cause, entry: next.entry)
    middleware[next.position].handle(action, dispatcher: self, next: following)
    return stage.turn > before ? stage.turn : nil
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
      guard stage.isIdle else { Misuse.applyWhileHandling.stop() }
      return stage.replay(action, turn: turn ?? stage.turn.next, cause: cause, draws: draws)
    }
  }

  /// Hands `action` to the stores as `apply` does, in a branch of a log: draws that the log lacks come from
  /// `continuation`.
  ///
  /// - Returns: What it came to, and all that the stores drew.
  package func apply(
    _ action: any Action, turn: Turn, cause: Turn?, draws: [Draw], continuation: SystemInputs
  ) -> (replayed: Replayed, draws: [Draw]) {
    alone { stage in
      guard stage.isIdle else { Misuse.applyWhileHandling.stop() }
      let replayed = stage.replay(
        action, turn: turn, cause: cause, draws: draws, continuation: continuation)
      return (replayed, stage.frame.draws)
    }
  }
}
