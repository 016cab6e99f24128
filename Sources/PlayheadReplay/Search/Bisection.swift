public import PlayheadLog

/// The first step at which something holds, and how it was found.
public struct Bisection: Codable, Hashable, Sendable {
  /// How a first step is looked for.
  public enum Method: String, Codable, Hashable, Sendable {
    /// In the middle of what is left, again and again: right for what goes on to hold once it does.
    case binarySearch
    /// At one step after the other.
    case scan
  }

  /// The first step at which it holds. Nil if it holds nowhere, or, by binary search, not at the last step.
  public var first: Step?
  /// Where it was looked for.
  public var steps: ClosedRange<Step>
  /// How it was found.
  public var method: Method
  /// At how many steps was looked.
  public var lookCount: Int
  /// Steps before the first that could not be looked at, so that it may hold there, too. By binary search those right
  /// before it.
  public var passedOver: [ClosedRange<Step>] = []
}

extension Search {
  /// The first step in `steps`, or in all, at which the search's breakpoints stop.
  ///
  /// If the condition is monotone (once it holds, it goes on to hold), a binary search finds it with some twenty
  /// looks at a million steps: it holds at the step found and not at the step before. Otherwise every step is
  /// scanned.
  public func bisect(
    in steps: ClosedRange<Step>? = nil, monotone isMonotone: Bool = false
  ) throws -> Bisection {
    let steps = steps ?? log.initialStep...log.lastStep
    let start = lookCount
    if isMonotone, var found = try halve(steps) {
      found.lookCount = lookCount - start
      return found
    }
    let stop = try working { try firstStop(in: steps) }
    return Bisection(
      first: stop?.step, steps: steps, method: .scan, lookCount: lookCount - start,
      passedOver: passedOver)
  }

  /// Nil if steps turn out to be out of reach although nothing tells so.
  private func halve(_ steps: ClosedRange<Step>) throws -> Bisection? {
    while true {
      let places = SearchPlaces(self, in: steps)
      if let found = try halve(places, steps) { return found }
      // What is damaged is known now.
      if SearchPlaces(self, in: steps) == places { return nil }
    }
  }

  private func halve(_ places: SearchPlaces, _ steps: ClosedRange<Step>) throws -> Bisection? {
    var result = Bisection(steps: steps, method: .binarySearch, lookCount: 0)
    // The last one first: if it does not hold there, there is nothing to look for.
    var (low, high) = (0, places.count - 1)
    guard high >= 0 else { return result }
    guard let holdsAtEnd = try holds(at: places[high]) else { return nil }
    guard holdsAtEnd else { return result }
    while low < high {
      let middle = (low + high) / 2
      guard let holds = try holds(at: places[middle]) else { return nil }
      if holds { high = middle } else { low = middle + 1 }
    }
    result.first = places[high]
    result.passedOver = places.missing(before: high, from: steps.lowerBound)
    return result
  }

  /// Nil if the step cannot be looked at.
  private func holds(at step: Step) throws -> Bool? {
    if try stop(at: step) != nil { return true }
    return passedOver.isEmpty ? false : nil
  }
}

/// The steps that a search can look at, in order.
private struct SearchPlaces: Equatable {
  private var runs: [ClosedRange<Step>] = []

  init(_ search: Search, in steps: ClosedRange<Step>) {
    let log = search.log
    let needsStates = search.breakpoints.contains { $0.condition?.needsStates == true }
    let reachable = needsStates ? search.replay?.reachableSteps : nil
    let states = [log.initialStep] + search.bareStates
    let recorded = states.map { $0...$0 } + log.steps
    for known in recorded.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      for reached in reachable ?? [known] where known.overlaps(reached) {
        let run = known.clamped(to: reached)
        if run.overlaps(steps) { runs.append(run.clamped(to: steps)) }
      }
    }
  }

  var count: Int { runs.reduce(0) { $0 + $1.count } }

  subscript(place: Int) -> Step {
    var rest = place
    for run in runs {
      if rest < run.count { return Step(run.lowerBound.number + UInt64(rest)) }
      rest -= run.count
    }
    preconditionFailure("place \(place) is beyond the \(count) that there are")
  }

  /// The steps right before a place that are no places.
  func missing(before place: Int, from first: Step) -> [ClosedRange<Step>] {
    let start = place > 0 ? self[place - 1].next : first
    guard start < self[place], let last = self[place].previous else { return [] }
    return [start...last]
  }
}

extension ClosedRange<Step> {
  /// How many steps it has.
  fileprivate var count: Int { Int(clamping: upperBound.number - lowerBound.number) + 1 }
}
