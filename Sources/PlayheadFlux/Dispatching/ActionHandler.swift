/// A store that takes a type of action.
package struct ActionHandler: Sendable {
  /// The store.
  package let store: any AnyStore
  /// Whether it is asked about every action, without naming this type as one that it takes.
  package let isCatchAll: Bool
}

extension Dispatcher {
  /// The stores that would handle an action of `type`, in the order in which they would.
  package func handlers(of type: any Action.Type) -> [ActionHandler] {
    alone { stage in
      stage.stores.compactMap { store in
        guard store.part(in: type, at: 0) != nil else { return nil }
        return ActionHandler(store: store, isCatchAll: !store.actionTypes.contains { $0 == type })
      }
    }
  }
}
