package import PlayheadFlux
import PlayheadLog
import PlayheadReading

extension Replay {
  /// Replays everything and calls `body` with each action, and with the time that each store took to handle it, in the
  /// order in which they finished, without decoding. With an app's own engine, does nothing.
  package func timeHandlers(
    _ body: (LoggedAction, [(store: String, time: Duration)]) -> Void
  ) throws {
    guard let player = player.dispatcherPlayer, let first = reachableSteps.first else { return }
    try go(to: first.lowerBound)
    var times: [(store: String, time: Duration)] = []
    let stopwatch = StoreStopwatch { times.append(($0.name, $1)) }
    player.dispatcher.wrapHandlers { stopwatch.time($0, $1) }
    defer { player.dispatcher.wrapHandlers(in: nil) }
    while let run = reachableSteps.first(where: { $0.upperBound > position }) {
      do {
        if position < run.lowerBound { try go(to: run.lowerBound) }
        times = []
        try follow(to: run.upperBound) { action in
          // Stores that an action is not for only see that it is not.
          let addressee = player.address(of: action.type).store
          if player.last != nil {
            body(action, times.filter { addressee == nil || $0.store == addressee })
          }
          times = []
          try onStep(action.step)
        }
      } catch ReadingError.damaged where updateAfterDamage() {}
    }
  }
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
