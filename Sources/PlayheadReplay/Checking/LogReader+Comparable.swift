import PlayheadFiles
package import PlayheadLog

/// What of a log can be compared with replays of it.
extension LogReader {
  /// The actions that the app was not done with when it stopped, in order. They have no outcome, and
  /// perhaps not all draws: there is nothing to compare a replay of them with.
  package func unfinishedSteps() throws -> [Step] {
    try steps.flatMap { run in
      let last = try lastFinished(in: run)
      let first = last.map(\.next) ?? run.lowerBound
      return first <= run.upperBound ? (first.number...run.upperBound.number).map { Step($0) } : []
    }
  }

  /// The last action of a run that was handled to its end; nothing comes behind one that was not but
  /// others that began within it.
  private func lastFinished(in run: ClosedRange<Step>) throws -> Step? {
    var step = run.upperBound
    while try !entry(at: step).isHandled {
      guard step > run.lowerBound, let previous = step.previous else { return nil }
      step = previous
    }
    return step
  }

  /// The part of `run`, which begins with a state, that can be compared: without the actions that were not
  /// handled to their end, and what comes behind a change of the stores that cannot be read: `storeLists` are
  /// those of the actions. Nil if not even the stores of its first state are known.
  func comparable(
    _ run: ClosedRange<Step>, _ storeLists: StoreListHistory
  ) throws -> ClosedRange<Step>? {
    guard self.storeLists.isKnown(after: run.lowerBound) else { return nil }
    let known = storeLists.known(in: run)
    guard known.upperBound > run.lowerBound else { return known }
    let last = try lastFinished(in: run.lowerBound.next...known.upperBound)
    return run.lowerBound...(last ?? run.lowerBound)
  }
}

extension StoreListHistory {
  /// The steps of `run`, the first of which has known stores, up to the first that has not.
  fileprivate func known(in run: ClosedRange<Step>) -> ClosedRange<Step> {
    var step = run.lowerBound
    while let change = change(after: step), change <= run.upperBound {
      guard isKnown(after: change) else { return run.lowerBound...(change.previous ?? step) }
      step = change
    }
    return run
  }

  /// Whether it is known which stores there are after `step`.
  fileprivate func isKnown(after step: Step) -> Bool { (try? stretch(after: step)) != nil }
}
