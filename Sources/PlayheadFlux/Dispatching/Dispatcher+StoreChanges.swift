extension Dispatcher {
  /// Lets `change` work on the stores as they will be, and makes it so: directly after the action that
  /// is being handled, or at once.
  ///
  /// On replay nothing happens: whatever an observer registers is in the log already.
  func changeStores(_ change: (inout Roster) throws -> Void) throws {
    try exclusively {
      if case .replaying = stage.phase { return }
      let isFirst = stage.nextRoster == nil
      if stage.isIdle, isFirst, stage.tapNews != .beingTold {
        // In place: a copy would cost each of many changes all stores.
        try stage.changeStores(change)
        stage.tapNews = .untold
      } else {
        try stage.changeNextStores(change)
      }
      if stage.isIdle { return takeNextStores() }
      if isFirst { interludes.add { [weak self] in self?.takeNextStores() } }
    }
  }

  /// Goes on with the next stores, and tells the taps. What a tap changes meanwhile comes when all
  /// taps have been told, so that each hears of one change after the other.
  private func takeNextStores() {
    guard stage.tapNews != .beingTold else { return }
    while stage.takeNextStores() || stage.tapNews == .untold {
      stage.tapNews = .beingTold
      for tap in stage.taps { tap.didChangeStores(of: self, after: stage.turn) }
      stage.tapNews = .told
    }
  }
}

// MARK: - Replay

extension Dispatcher {
  /// Runs `body` as a part of a replay: what observers dispatch meanwhile, and the stores that they
  /// register or unregister, are ignored, for all that is in the log.
  package func replaying<Result>(_ body: () throws -> Result) rethrows -> Result {
    try alone { stage in
      guard case .idle = stage.phase else { Misuse.applyWhileHandling.stop() }
      stage.phase = .replaying
      defer { stage.phase = .idle }
      return try body()
    }
  }

  /// From now on observers hear of nothing that is replayed: where nobody looks at what they show, it would only take
  /// time.
  package func leaveOutObservers() {
    alone { $0.replaysToObservers = false }
  }

  /// Sets the states of `stores`, one for each, and then tells the observers: none sees a state of one step beside a
  /// state of another.
  ///
  /// - Throws: ``StoreError/wrongState(store:expected:found:)``; the stores before have their new states
  ///   then, and no observer has been told.
  package func restore(_ states: [any Codable & Sendable], of stores: [any AnyStore]) throws {
    precondition(
      states.count == stores.count,
      "\(states.count) states cannot be restored into \(stores.count) stores: give one for each.")
    try replaying {
      let restored = zip(stores, states).compactMap { store, state in
        (store as? any HandlingStore).map { ($0, state) }
      }
      for (store, state) in restored { try store.replace(any: state) }
      for (store, _) in restored { store.settle?() }
      guard stage.replaysToObservers else { return }
      for (store, _) in restored { store.tellObservers() }
      let round = stage.round.begin()
      for (store, _) in restored { store.tellJointObservers(after: round) }
    }
  }

  /// Makes `stores` handle the actions that are applied from now on, in this order, except that each
  /// runs after those of them that it depends on.
  ///
  /// Taps hear of it when the replay is over: before the next action that is live.
  package func replay(with stores: [any AnyStore]) {
    alone { stage in
      let given = stores.compactMap { $0 as? any HandlingStore }
      for store in given { store.seal(for: self) }
      // A cycle can only come from dependencies that the recorded app did not have.
      let next = (try? RunOrder(given, others: .ignored).stores) ?? given
      guard !next.elementsEqual(stage.stores, by: { $0 === $1 }) else { return }
      stage.setRoster(Roster(replaying: next))
      guard !stage.taps.isEmpty, stage.tapNews == .told else { return }
      stage.tapNews = .untold
      interludes.add { [weak self] in self?.takeNextStores() }
    }
  }

  /// The types of action that `stores` take, registered or not, each once.
  package static func actionTypes(of stores: [any AnyStore]) -> [any Action.Type] {
    unique(stores.compactMap { $0 as? any HandlingStore }.flatMap(\.actionTypes))
  }
}
