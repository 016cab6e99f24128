extension Store {
  /// Takes actions of one type.
  ///
  /// A type may have several handlers; they run in the order in which they were added. An action
  /// counts as a change of this store unless its handlers say ``Context/leaveUnchanged()``.
  @discardableResult public func on<A: Action>(
    _ type: A.Type, _ handle: @escaping @Sendable (inout State, A, Context) -> Void
  ) -> Self {
    add(.on(type, handle))
    return self
  }

  /// Takes actions of one type, without the need for dates, UUIDs or random numbers.
  @discardableResult public func on<A: Action>(
    _ type: A.Type, _ handle: @escaping @Sendable (inout State, A) -> Void
  ) -> Self {
    on(type) { state, action, _ in handle(&state, action) }
  }

  /// Takes actions of several types by one handler, which each action reaches once.
  @discardableResult public func on(
    anyOf types: any Action.Type...,
    handle: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Self {
    add(Reducer().on(types: types, handle))
    return self
  }

  /// Takes every action; the handler calls ``Context/leaveUnchanged()`` for those that are not its
  /// own.
  @discardableResult public func onAny(
    _ handle: @escaping @Sendable (inout State, any Action, Context) -> Void
  ) -> Self {
    add(Reducer(handle))
    return self
  }
}

extension Store: HandlingStore {
  var actionTypes: [any Action.Type] { rules.actionTypes }

  func canJoin(_ dispatcher: Dispatcher) -> Bool {
    membership.withLock { $0.map { $0.baton === dispatcher.baton } ?? true }
  }

  func seal(for dispatcher: Dispatcher) {
    membership.withLock { $0 = Membership(baton: dispatcher.baton, dispatcher: dispatcher) }
  }

  func part(in type: any Action.Type, at position: Int) -> RoutePart? {
    guard let run = rules.run(for: type) else { return nil }
    return StorePart(position: position, store: self, run: gated(run))
  }
}

private final class StorePart<State: Codable & Sendable>: RoutePart {
  private let own: Store<State>
  private let run: Reducer<State>.Run

  init(position: Int, store: Store<State>, run: @escaping Reducer<State>.Run) {
    own = store
    self.run = run
    super.init(position: position, store: store)
  }

  override func handle(_ action: any Action, _ context: Context) -> Bool {
    own.handle(action, context, with: run)
  }

  override func tellObservers() -> Bool {
    own.tellObservers()
    return !own.jointObservers.isEmpty
  }

  override func tellJointObservers(after round: UInt64) {
    own.tellJointObservers(after: round)
  }
}
