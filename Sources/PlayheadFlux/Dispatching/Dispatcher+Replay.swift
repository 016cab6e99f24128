extension Dispatcher {
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
  ///   - continuation: Where draws come from that the log lacks, in a branch of it; without it they are
  ///     placeholders.
  @discardableResult package func apply(
    _ action: any Action, turn: Turn? = nil, cause: Turn? = nil, draws: [Draw],
    continuation: SystemInputs? = nil
  ) -> Replayed {
    withState { state in
      guard state.isIdle else { Misuse.applyWhileHandling.stop() }
      return state.replay(
        action, turn: turn ?? state.turn.next, cause: cause, draws: draws,
        continuation: continuation)
    }
  }

  /// Runs `body` as part of a replay: what observers dispatch, register or unregister meanwhile is ignored, because it is
  /// in the log.
  package func replaying<Result>(_ body: () throws -> Result) rethrows -> Result {
    try withState { state in
      guard case .idle = state.phase else { Misuse.applyWhileHandling.stop() }
      state.phase = .replaying
      defer { state.phase = .idle }
      return try body()
    }
  }

  /// From now on a replay calls no observers: in a check they would only take time.
  package func leaveOutObservers() {
    withState { $0.replaysToObservers = false }
  }

  /// Sets the states of `stores`, and then calls the observers, so that none sees states of two steps. If it throws
  /// ``StoreError``, earlier stores have their new states, and no observer was called.
  package func restore(_ states: [any Codable & Sendable], of stores: [any ErasedStore]) throws {
    precondition(
      states.count == stores.count,
      "\(states.count) states cannot be restored into \(stores.count) stores: give one for each.")
    try replaying {
      for (store, state) in zip(stores, states) { try store.replace(any: state) }
      for store in stores { store.settle?() }
      guard state.replaysToObservers else { return }
      for store in stores { store.tellObservers() }
      let pass = state.pass.begin()
      for store in stores { store.tellJointObservers(after: pass) }
    }
  }

  /// Makes `stores` handle the actions that are applied from now on, in this order, except that each runs after its
  /// dependencies. Taps hear of it before the next live action.
  package func replay(with stores: [any ErasedStore]) {
    withState { state in
      for store in stores { store.seal(for: self) }
      // A cycle can only come from dependencies that the recorded app did not have.
      let next = (try? StoreRegistry.inOrder(stores, unknown: .ignored)) ?? stores
      guard !next.elementsEqual(state.stores, by: { $0 === $1 }) else { return }
      state.setStores(StoreRegistry(replaying: next))
      guard !state.taps.isEmpty, state.tapNotice == .delivered else { return }
      state.tapNotice = .pending
      deferredWork.add { [weak self] in self?.takeNextStores() }
    }
  }

  /// The types of action that `stores` take, registered or not, each once.
  package static func actionTypes(of stores: [any ErasedStore]) -> [any Action.Type] {
    unique(stores.flatMap(\.actionTypes))
  }
}

/// An app as a recorder and a debugger see it: its name, its dispatcher, and how to make a fresh one.
///
/// A replay makes an app of its own, whose dates and random numbers come from the log. What else it may
/// have to know, such as how actions of older builds are read, the debugging executable says.
public protocol ReplayableApp: Sendable {
  /// What logs call the app.
  static var appName: String { get }

  /// A fresh app in its initial state, with the stores that it registers at launch.
  init(inputs: SystemInputs) throws

  /// Where its actions go.
  var dispatcher: Dispatcher { get }
}
