package import PlayheadFlux
import PlayheadLog

extension Replay {
  /// Replays everything and calls `body` with the time that handling each action took, in all and per store,
  /// without decoding. Measures only a ``DispatcherPlayer``; with another player, does nothing.
  package func timeHandlers(_ body: @escaping (LoggedAction, HandlingTime) -> Void) throws {
    guard let player = player as? DispatcherPlayer else { return }
    defer { player.onHandled = nil }
    var done: Step?
    while let run = reachableSteps.first(where: { run in
      done.map { run.upperBound > $0 } ?? true
    }) {
      do {
        player.onHandled = nil
        try go(to: max(run.lowerBound, done ?? run.lowerBound))
        player.onHandled = body
        try follow(to: run.upperBound) { try onStep($0) }
        done = run.upperBound
      } catch LogError.damaged where updateAfterDamage() {
        done = position
      }
    }
  }
}

/// How long handling an action took.
package struct HandlingTime {
  /// The time of all stores together, and of the work between them.
  package let all: Duration
  /// The time of each store that took the action, in the order they finished, without stores it waited for.
  package let stores: [(name: String, time: Duration)]
}

/// A store that takes a type of action.
package struct ActionHandler: Sendable {
  package let store: any AnyStore
  /// Whether the store is asked about every action, and does not name this type as one it takes.
  package let isCatchAll: Bool
  /// Where its handlers are written.
  package let places: [SourcePosition]
}

extension Dispatcher {
  /// The stores that would handle an action of `type`, in order.
  package func handlers(of type: any Action.Type) -> [ActionHandler] {
    stores.compactMap { store in
      guard store.handler(of: type, at: 0) != nil else { return nil }
      return ActionHandler(
        store: store, isCatchAll: !store.actionTypes.contains { $0 == type },
        places: store.handlerPositions(for: type))
    }
  }
}

/// Measures each store's time for an action, without stores that it waits for, by two clock reads per store.
package final class StoreStopwatch {
  private let report: (any AnyStore, Duration) -> Void
  /// How long the handler that runs now has waited for other stores.
  private var waited = Duration.zero

  package init(_ report: @escaping (any AnyStore, Duration) -> Void) {
    self.report = report
  }

  /// Runs `body`, in which `store` handles an action.
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
