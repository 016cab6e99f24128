package import Dispatch
import Synchronization

/// Which actions a dispatcher refuses while a debugger holds the app at an earlier state, and after it has gone on from
/// there. Guarded by the dispatch lock.
struct Intake {
  /// Whether every action is refused.
  var isClosed = false { didSet { update() } }
  /// The actions from which the app did not go on. What their effects dispatch comes too late.
  private(set) var discarded: [ClosedRange<UInt64>] = [] { didSet { update() } }
  /// Whether there is anything to ask. Every action looks at this.
  private(set) var isRestricted = false

  private mutating func update() { isRestricted = isClosed || !discarded.isEmpty }

  mutating func discard(_ turns: ClosedRange<UInt64>) { discarded.append(turns) }

  /// Whether `queued` is not handled.
  func refuses(_ queued: QueuedAction) -> Bool {
    if isClosed { return true }
    return queued.cause.map { cause in discarded.contains { $0.contains(cause.number) } } ?? false
  }
}

/// A debugger's hold on a running app.
extension Dispatcher {
  /// How many actions were refused so far. Waits for nothing.
  package var refusedCount: UInt64 { refused.load(ordering: .relaxed) }

  /// Refuses and counts the actions that arrive from now on, or handles them again.
  package func setIntake(isClosed: Bool) { withState { $0.intake.isClosed = isClosed } }

  /// Where actions are handled, if not on the thread that dispatches.
  package var handlingQueue: DispatchQueue? { queue }

  /// Goes on from the states of an earlier action, which the stores have already: cancels all effects that were started
  /// with ``Effects``, and refuses what the effects of later actions dispatch.
  ///
  /// While no action is being handled.
  package func goOn(from origin: Turn) {
    let running = effects.withLock { all in
      all.removeAll { $0.effects == nil }
      return all.compactMap(\.effects)
    }
    for effects in running { effects.cancelAll() }
    withState { state in
      if origin.number < state.turn.number {
        state.intake.discard(origin.number + 1...state.turn.number)
      }
    }
  }

  /// Counts a turn in which no action is handled, because a debugger sets the states.
  package func skipTurn() { withState { $0.turn = $0.turn.next } }

  /// Hands `action` to the stores without the middleware, which so starts no effects.
  package func dispatchToStores(_ action: any Action) {
    submit(QueuedAction(action: action, position: middleware.count))
  }

  /// Keeps a middleware's effects, to cancel them.
  func keep(_ new: Effects) {
    effects.withLock { all in
      if !all.contains(where: { $0.effects === new }) { all.append(WeakEffects(effects: new)) }
    }
  }
}

/// Effects that their middleware owns.
struct WeakEffects: Sendable {
  weak var effects: Effects?
}
