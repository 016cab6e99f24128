package import PlayheadReading
package import PlayheadLog

/// The part of a log that can be compared with replays.
extension ActionSource {
  /// The actions that the app had not finished when it stopped, in order. They have no outcome, and perhaps
  /// not all draws, so a replay has nothing to compare with.
  package func unfinishedSteps() throws -> [Step] {
    try steps.flatMap { run in
      let last = try lastFinished(in: run)
      let first = last.map(\.next) ?? run.lowerBound
      return first <= run.upperBound ? (first.number...run.upperBound.number).map { Step($0) } : []
    }
  }

  /// Throws if a part is not read because that takes more memory than allowed. Nothing can be said of it.
  func requireMemory() throws {
    let limit = recording.damages.first(where: \.isMemoryLimit)
    if let limit { throw ReadingError.damaged(limit) }
  }

  /// The last finished action of a run. Only actions that began within an unfinished one come after it.
  private func lastFinished(in run: ClosedRange<Step>) throws -> Step? {
    var step = run.upperBound
    while try !entry(at: step).isHandled {
      guard step > run.lowerBound, let previous = step.previous else { return nil }
      step = previous
    }
    return step
  }

  /// The part of `run`, which begins with a state, that can be compared. Excludes everything from a store change on that
  /// cannot be read, and unfinished actions, unless they are compared `withUnfinished` ones of another build.
  /// `storeLists` are those of the actions. Nil if even the stores of the first state are unknown.
  func comparable(
    _ run: ClosedRange<Step>, _ storeLists: StoreListHistory, withUnfinished: Bool
  ) throws -> ClosedRange<Step>? {
    guard self.storeLists.isKnown(after: run.lowerBound) else { return nil }
    let known = storeLists.known(in: run)
    guard known.upperBound > run.lowerBound, !withUnfinished else { return known }
    let last = try lastFinished(in: run.lowerBound.next...known.upperBound)
    return run.lowerBound...(last ?? run.lowerBound)
  }
}

extension StoreListHistory {
  /// The steps of `run` before the first step with unknown stores. Its first step must have known stores.
  fileprivate func known(in run: ClosedRange<Step>) -> ClosedRange<Step> {
    var step = run.lowerBound
    while let change = change(after: step), change <= run.upperBound {
      guard isKnown(after: change) else { return run.lowerBound...(change.previous ?? step) }
      step = change
    }
    return run
  }

  /// Whether the stores after `step` are known.
  fileprivate func isKnown(after step: Step) -> Bool { (try? epoch(after: step)) != nil }
}
