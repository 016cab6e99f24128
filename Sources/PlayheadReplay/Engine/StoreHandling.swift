package import PlayheadFlux

/// A store that takes a type of action.
package struct ActionHandler: Sendable {
  package let store: any AnyStore
  /// Whether it is asked about every action, without naming this type as one that it takes.
  package let isCatchAll: Bool
}

extension Dispatcher {
  /// The stores that would handle an action of `type`, in the order in which they would.
  package func handlers(of type: any Action.Type) -> [ActionHandler] {
    stores.compactMap { store in
      guard store.handler(of: type, at: 0) != nil else { return nil }
      return ActionHandler(store: store, isCatchAll: !store.actionTypes.contains { $0 == type })
    }
  }
}

/// Tells how long each store takes to handle an action, without the time of those that it waits for.
///
/// Costs two looks at the clock for each store.
package final class StoreStopwatch {
  private let report: (any AnyStore, Duration) -> Void
  /// How long those took that the handler which runs now has waited for.
  private var waited = Duration.zero

  package init(_ report: @escaping (any AnyStore, Duration) -> Void) {
    self.report = report
  }

  /// Does `body`, in which `store` handles an action.
  package func time(_ store: any AnyStore, _ body: () -> Bool) -> Bool {
    let outside = waited
    waited = .zero
    let start = ContinuousClock.now
    let result = body()
    let taken = start.duration(to: .now)
    report(store, taken - waited)
    waited = outside + taken
    return result
  }
}
