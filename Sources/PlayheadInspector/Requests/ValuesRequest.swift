package import PlayheadLog
import PlayheadReading
package import PlayheadReplay
package import PlayheadValues

/// Asks for the values at places of the states of many steps: the first ones, and each that differs from the
/// one before.
package struct ValuesRequest: Request {
  package var paths: [StatePath]
  package var steps: ClosedRange<Step>

  package init(at paths: [StatePath], in steps: ClosedRange<Step>) {
    (self.paths, self.steps) = (paths, steps)
  }

  package enum Part: Codable, Sendable {
    /// The value at the place with this index; nil if there is none any more.
    case value(Value?, place: Int, Step)
    /// A trap, and the type of its action: the values from there to the next state in the log are unknown.
    case trap(KnownCrash, ActionType?)
    /// A state whose values at a place cannot be shown.
    case unshown(UnshownState)
  }

  /// Gives the parts in the order of the steps. Costs a replay.
  package func answer(from inspector: Inspector, _ give: (Part) throws -> Void) throws
    -> EmptyAnswer
  {
    for path in paths { try inspector.requireStore(for: path) }
    var values: [Value?] = paths.map { _ in nil }
    try inspector.replaying { replay in
      try replay.forEachRun(in: steps, onTrap: { try give(.trap($0, $1)) }) { run, next in
        while next <= run.upperBound {
          try replay.go(to: next)
          for (place, path) in paths.enumerated() {
            let value: Value?
            do {
              value = try replay.value(at: path)
            } catch let error as ReplayError {
              guard let unshown = error.unshown else { throw error }
              try give(.unshown(unshown))
              continue
            }
            guard value != values[place] else { continue }
            values[place] = value
            try give(.value(value, place: place, next))
          }
          next = next.next
        }
      }
    }
    return EmptyAnswer()
  }
}

extension Replay {
  /// Calls `body` with each run of steps in `steps` that have states. `body` moves its second argument, the
  /// first step of the run, to the next step after each that it is done with. Goes on after traps and damage.
  func forEachRun(
    in steps: ClosedRange<Step>, onTrap: (KnownCrash, ActionType?) throws -> Void,
    _ body: (ClosedRange<Step>, inout Step) throws -> Void
  ) throws {
    var next = steps.lowerBound
    while next <= steps.upperBound,
      let run = reachableSteps.first(where: { $0.upperBound >= next }),
      run.lowerBound <= steps.upperBound
    {
      next = max(next, run.lowerBound)
      let end = min(run.upperBound, steps.upperBound)
      do {
        try body(next...end, &next)
        next = end.next
      } catch ReplayError.traps(let trap, let type) {
        try onTrap(trap, type)
        next = storedState(in: max(next, trap.step)...end) ?? end.next
      } catch let error as ReadingError where error.isLoss {
        // Newly found damage. The log may have states after it.
        if !updateAfterDamage() { next = end.next }
      }
    }
  }
}
