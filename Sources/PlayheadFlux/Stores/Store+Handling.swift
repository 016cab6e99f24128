import Synchronization

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

  var isSealed: Bool { sealed.load(ordering: .acquiring) }

  func seal() { sealed.store(true, ordering: .releasing) }

  func handler(for type: any Action.Type) -> ((any Action, Context) -> Bool)? {
    let bodies = rules.rules.filter { $0.type == nil || $0.type == type }.map(\.body)
    guard !bodies.isEmpty else { return nil }
    return { action, context in self.handle(action, context, with: bodies) }
  }
}
