import PlayheadReading
public import PlayheadLog

/// The first step at which a condition holds, and how it was found.
public struct Bisection: Codable, Hashable, Sendable {
  /// How the first step was searched.
  public enum Method: String, Codable, Hashable, Sendable {
    /// By halving the range again and again. Correct for conditions that go on to hold once they do.
    case binarySearch
    /// By looking at one step after the other.
    case scan
  }

  /// The first step at which the condition holds; nil if none. A binary search needs it to hold at the end.
  public var first: Step?
  /// The range that was searched.
  public var steps: ClosedRange<Step>
  /// How the step was found.
  public var method: Method
  /// How many steps were looked at.
  public var lookCount: Int
  /// Steps before the first that the search could not look at, where the condition may hold too. By binary
  /// search, only those right before it.
  public var skipped: [ClosedRange<Step>] = []
}

extension Search {
  /// Finds the first step in `steps`, or in the whole log, at which the search's breakpoints stop.
  ///
  /// If the condition is monotone (once it holds, it goes on to hold), a binary search takes about twenty
  /// looks at a million steps. The condition holds at the step found, and not at the step before. Otherwise
  /// scans every step.
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
      skipped: skipped)
  }

  /// Nil if steps turn out to be unreachable for an unknown reason.
  private func halve(_ steps: ClosedRange<Step>) throws -> Bisection? {
    while true {
      let places = SearchableSteps(self, in: steps)
      if let found = try halve(places, steps) { return found }
      // The damage found on the way is known now.
      if SearchableSteps(self, in: steps) == places { return nil }
    }
  }

  private func halve(_ places: SearchableSteps, _ steps: ClosedRange<Step>) throws -> Bisection? {
    var result = Bisection(steps: steps, method: .binarySearch, lookCount: 0)
    // The last step first: if the condition does not hold there, the search is over.
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
    result.skipped = places.missing(before: high, from: steps.lowerBound)
    return result
  }

  /// Nil if the search cannot look at the step.
  private func holds(at step: Step) throws -> Bool? {
    if try stop(at: step) != nil { return true }
    return skipped.isEmpty ? false : nil
  }
}

/// The steps that a search can look at, in order.
private struct SearchableSteps: Equatable {
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

  /// The steps right before a place that the search cannot look at.
  func missing(before place: Int, from first: Step) -> [ClosedRange<Step>] {
    let start = place > 0 ? self[place - 1].next : first
    guard start < self[place], let last = self[place].previous else { return [] }
    return [start...last]
  }
}

extension ClosedRange<Step> {
  fileprivate var count: Int { Int(clamping: upperBound.number - lowerBound.number) + 1 }
}
