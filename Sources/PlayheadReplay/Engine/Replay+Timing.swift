package import PlayheadFlux
import PlayheadLog

extension Replay {
  /// Replays everything and tells `body` how long each action took to be handled, in all and by store, without reading it.
  /// Only a ``DispatcherPlayer`` can be measured.
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
      } catch LogError.damaged where learnOfDamage() {
        done = position
      }
    }
  }
}

/// How long an action took to be handled.
package struct HandlingTime {
  /// By all stores together, with what lies between them.
  package let all: Duration
  /// By each store that took it, in the order in which they were done, without those it waited for.
  package let stores: [(name: String, time: Duration)]
}

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

/// Measures how long each store takes to handle an action, without the stores that it waits for. Costs two looks at the
/// clock per store.
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
