import PlayheadFlux
public import PlayheadLog

/// For an app with several stores of its own, each with its own state and actions. Stores may come and go:
///
/// ```swift
/// let recording = try Recording(to: url, app: "studio")
/// recording.addStore("window_2", window)
/// recording.record(action, in: "window_2") {
///   window.reduce(action)
///   return window
/// }
/// recording.removeStore("window_2")
/// ```
///
/// In logs, such an action has the store's name in front of its type's: `window_2/Studio.WindowAction.rename`.
extension Recording {
  /// Adds a store with its state. A store that the recording has gets this state.
  ///
  /// A name may be used again when its store is gone. The log keeps every name and its last state, so let a hundred
  /// popovers one after the other share a name. Several stores of one type that live at the same time are called for
  /// instance `window_1` and `window_2`: a debugger's entry for all of them is `window_*`.
  ///
  /// - Parameters:
  ///   - name: The store's name in logs, without a `/`.
  ///   - state: Its state now.
  public func addStore(_ name: String, _ state: some Encodable & Sendable) {
    guard !name.isEmpty, !name.contains("/") else { return report(.storeName(name)) }
    changeStores { store in
      let (number, old) = store.add(name, state)
      return (number, old)
    }
  }

  /// Removes a store, which handles no more actions. Does nothing if the recording has no store of this name.
  public func removeStore(_ name: String) {
    changeStores { store in
      guard let number = store.number(of: name) else { return nil }
      // The last state stays in the log.
      store.remove(number)
      return (nil, [])
    }
  }

  /// Records an action that one store handles, before and after it does.
  ///
  /// Everything else is as with `record(_:type:cause:changed:handle:)`. Another thread may handle an action of another
  /// store meanwhile only if it has waited for a fifth of a second.
  ///
  /// - Parameters:
  ///   - action: The action to handle.
  ///   - store: The name of the store, which ``addStore(_:_:)`` or the initializer got. For another name, or one with a
  ///     `/`, the action is handled, and the log has a gap that says so.
  ///   - type: The action's stable name and version; by default the name of its Swift type and its case.
  ///   - cause: The step whose handling or effect led to this action. By default the action that this thread is handling,
  ///     or else the one in whose handler the current task began.
  ///   - handle: Handles the action, and returns the store's state after it. If it throws, that state is unknown until
  ///     the store's next action.
  public func record<Action: Encodable, State: Encodable & Sendable>(
    _ action: Action, in store: String, type: ActionType? = nil, cause: Step? = nil,
    handle: () throws -> State
  ) rethrows {
    let admission = begin(action, type, cause, in: store, keepsStates: true)
    if admission.kind == .refused { return }
    guard admission.kind != .outside, case .ownStore(let own) = source else {
      _ = try handle()
      return
    }
    var state: State?
    // Also if the handler throws: the action was recorded and may have changed something.
    defer { finish(admission, state, own) }
    state = try causing(admission, handle)
  }

  private func finish(
    _ admission: Admission, _ state: (any Encodable & Sendable)?, _ store: OwnStore
  ) {
    guard writer.isOurs else { return }
    let hasTurn = admission.kind == .turn
    func end() -> [OwnStore.State?] {
      guard let number = admission.number else { return [] }
      return store.end(in: number, state, hasTurn: hasTurn)
    }
    guard hasTurn else {
      // Released without the lock: it may be the last reference to objects of the app.
      let old = writer.locked {
        store.turns.endOverlapping()
        return end()
      }
      return withExtendedLifetime(old) {}
    }
    var changed = [admission.number].compactMap(\.self)
    if let old = admission.before?.first, let state,
      !store.comparison.mayDiffer(state, from: old)
    {
      changed = []
    }
    settle(nil, admission.step, StoreSet.possible(changed), [], store.turns, end)
  }

  /// Changes the stores in a turn, or without one after too long a wait; then the next turn writes the change.
  /// `change` returns the number of a store that has come, and what may be the last reference to objects of the app.
  private func changeStores(
    _ change: @escaping (OwnStore) -> (arrived: Int?, old: [OwnStore.State?])?
  ) {
    guard writer.isOurs else { return }
    guard case .ownStore(let store) = source else { return report(.addsStoreToDispatcher) }
    if writer.flusher.isCurrent { return later { $0.changeStores(change) } }
    // Released without the lock.
    var old: [OwnStore.State?] = []
    let hasTurn = writer.locked { () -> Bool in
      if writer.isClosed { return false }
      let hasTurn = store.turns.begin(for: Lock.currentThread)
      guard !writer.isClosed else {
        if hasTurn { store.turns.end() }
        return false
      }
      store.follow(writer.header.stores, registered: writer.numbers)
      if let (arrived, replaced) = change(store) {
        old = replaced
        writer.storeChangeCount += 1
        if writer.hasJumped { writer.setStates(ActionWriter.storesAfterJump) }
        writer.change(to: store, arrived: arrived)
      }
      return hasTurn
    }
    if hasTurn {
      writer.writeStoreListInTurn()
      writer.locked { store.turns.end() }
    }
    withExtendedLifetime(old) {}
  }

  private func report(_ mistake: Mistake) { betweenActions { [writer] in writer.report(mistake) } }
}
