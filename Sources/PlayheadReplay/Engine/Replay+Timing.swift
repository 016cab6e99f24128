import PlayheadLog

extension Replay {
  /// Goes through all actions that can be replayed, and tells `body` of each how long the stores took to
  /// handle it, without what it takes to read it, and how long each of them took.
  ///
  /// Only a ``DispatcherPlayer`` can be looked at so; of other players nothing is told.
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
