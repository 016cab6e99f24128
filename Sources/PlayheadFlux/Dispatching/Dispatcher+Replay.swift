extension Dispatcher {
  /// Hands `action` to the stores again, as a replay does: without middleware and taps, with the given draws,
  /// and ignoring actions that observers dispatch. Calls the observers.
  ///
  /// - Parameters:
  ///   - action: An action of a log.
  ///   - turn: The number that handlers see, and from which the dispatcher goes on counting; by default the
  ///     next one.
  ///   - cause: The cause that handlers see.
  ///   - draws: The values that the stores took from outside when the action was live, in order.
  ///   - continuation: The source of draws that the log lacks, in a branch of it; by default they are
  ///     placeholders.
  @discardableResult package func apply(
    _ action: any Action, turn: Turn? = nil, cause: Turn? = nil, draws: [Draw],
    continuation: SystemInputs? = nil
  ) -> Replayed {
    withState { state in
      guard state.isIdle else {
        Misuse.applyWhileHandling.report()
        return Replayed(changed: [], mismatch: nil, draws: [])
      }
      return state.replay(
        action, turn: turn ?? state.turn.next, cause: cause, draws: draws,
        continuation: continuation)
    }
  }

  /// Runs `body` as part of a replay, which ignores what observers dispatch, register or unregister: the log
  /// has it.
  package func replaying<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withState { state in
      guard case .idle = state.phase else {
        Misuse.applyWhileHandling.report()
        return try body()
      }
      state.phase = .replaying
      defer { state.phase = .idle }
      return try body()
    }
  }

  /// From now on a replay calls no observers, which would only slow down a check.
  package func disableObservers() {
    withState { $0.replaysToObservers = false }
  }

  /// Sets the states of `stores`, and then calls the observers, so that none sees states of two steps. If it
  /// throws ``StoreError``, earlier stores have their new states, and no observer was called.
  package func restore(_ states: [any Codable & Sendable], of stores: [any ErasedStore]) throws {
    precondition(
      states.count == stores.count,
      "\(states.count) states cannot be restored into \(stores.count) stores: give one for each.")
    try replaying {
      for (store, state) in zip(stores, states) { try store.replace(any: state) }
      for store in stores { store.settle?() }
      guard state.replaysToObservers else { return }
      for store in stores { store.notifyObservers() }
      let pass = state.pass.begin()
      for store in stores { store.notifyJointObservers(after: pass) }
    }
  }

  /// Makes `stores` handle the actions that are applied from now on, in this order, except that each runs
  /// after its dependencies. Taps learn of the change before the next live action.
  package func replay(with stores: [any ErasedStore]) {
    withState { state in
      bind(stores)
      let next = StoreRegistry(replaying: stores)
      guard !next.stores.elementsEqual(state.stores, by: { $0 === $1 }) else { return }
      let isFirst = state.tapsKnowStores
      state.setStores(next)
      if isFirst { deferredWork.add { [weak self] in self?.activateNextStores() } }
    }
  }

  /// The action types of `stores`, registered or not, without duplicates.
  package static func actionTypes(of stores: [any ErasedStore]) -> [any Action.Type] {
    unique(stores.flatMap(\.actionTypes))
  }
}

/// An app as a recorder and a debugger see it: its name, its dispatcher, and how to make a new instance.
///
/// A replay makes its own instance, with dates and random numbers from the log. The debugging executable
/// declares what else a replay needs, such as how to read actions of older builds.
public protocol ReplayableApp: Sendable {
  /// The app's name in logs.
  static var appName: String { get }

  /// A new app in its initial state, with the stores that it registers at launch.
  init(inputs: SystemInputs) throws

  /// The dispatcher of the app's actions.
  var dispatcher: Dispatcher { get }
}
