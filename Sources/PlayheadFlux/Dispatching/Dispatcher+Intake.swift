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

  mutating func discard(_ turns: ClosedRange<UInt64>) {
    discarded.removeAll { $0.lowerBound >= turns.lowerBound }
    discarded.append(turns)
  }

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

  /// Sets the states of `stores`, and then calls the observers, so that none sees states of two steps. If it throws
  /// ``StoreError``, earlier stores have their new states, and no observer was called.
  ///
  /// While no action is being handled. Unlike a replay, it lets observers register stores; what they dispatch is refused if
  /// the intake is closed.
  package func setStates(
    _ states: [any Codable & Sendable], of stores: [any ErasedStore]
  ) throws {
    for (store, state) in zip(stores, states) { try store.replace(any: state) }
    for store in stores { store.settle?() }
    guard withState({ $0.replaysToObservers }) else { return }
    for store in stores { store.notifyObservers() }
    let pass = withState { $0.pass.begin() }
    for store in stores { store.notifyJointObservers(after: pass) }
  }

  /// Runs `body` while no action is being handled, and returns its result; nil if this thread is handling one, or if
  /// another thread does for longer than this.
  package func betweenActions<Result>(
    waiting milliseconds: Int, _ body: () throws -> Result
  ) rethrows -> Result? {
    guard !dispatchLock.isMine, dispatchLock.lock(within: milliseconds) else { return nil }
    defer { dispatchLock.unlock() }
    runDeferredWork()
    defer { finishQueue() }
    return try body()
  }

  /// How often the stores have changed.
  package var storeChangeCount: Int { withState { $0.storeChangeCount } }

  /// Counts a turn in which no action is handled, because a debugger sets the states.
  package func skipTurn() { withState { $0.turn = $0.turn.next } }

  /// Hands `action` to the stores without the middleware, which so starts no effects.
  package func dispatchToStores(_ action: any Action) {
    submit(QueuedAction(action: action, position: middleware.count))
  }

  /// Keeps a middleware's effects, to cancel them.
  func keep(_ new: Effects) {
    effects.withLock { all in
      if all.contains(where: { $0.effects === new }) { return }
      all.removeAll { $0.effects == nil }
      all.append(WeakEffects(effects: new))
    }
  }
}

/// Effects that their middleware owns.
struct WeakEffects: Sendable {
  weak var effects: Effects?
}
