import PlayheadReading
public import PlayheadLog
import PlayheadReplay
public import PlayheadValues

/// Asks for the difference between the states of two steps, in either direction.
public struct DiffRequest: Request {
  /// The first step; nil for the one with whose state the second step's action began, even across a gap.
  public var from: Step?
  /// The second step.
  public var to: Step
  /// The place; empty for the whole state.
  public var path: StatePath

  /// Asks for the difference at `path` between the states of `from` and `to`, or for what the action of `to` changed.
  public init(from: Step? = nil, to: Step, at path: StatePath = StatePath()) {
    (self.from, self.to, self.path) = (from, to, path)
  }

  /// The difference, and its first step.
  public struct Answer: Codable, Sendable {
    /// The first step.
    public var from: Step
    /// The difference between the two states at the place.
    public var difference: Difference
  }

  /// The difference between two states at a place.
  public enum Difference: Codable, Sendable {
    /// Both states have a value there.
    case changes(Diff)
    /// Only the first state has a value.
    case onlyOld(Value)
    /// Only the second state has a value.
    case onlyNew(Value)

    /// The same with only what changed in long texts.
    var abridged: Difference {
      guard case .changes(let diff) = self else { return self }
      return .changes(diff.abridged(over: ChangesRequest.textLimit))
    }
  }

  /// Costs only the changes for whole states; for parts, the stores they are in. Throws
  /// ``InspectorError/nothing(at:step:_:)`` if neither state has a value there.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    try inspector.replaying { replay in
      let from = try from ?? inspector.step(before: to, in: replay)
      let difference = try difference(from, in: replay)
      inspector.compareAhead(replay)
      return Answer(from: from, difference: difference)
    }
  }

  /// The difference to the step before, during a replay; `nil` if one of the two states is unreachable.
  func differenceIfKnown(_ inspector: Inspector, _ replay: Replay) throws -> Difference? {
    do {
      return try inspector.ifReachable {
        try difference(inspector.step(before: to, in: replay), in: replay)
      }
    } catch InspectorError.nothing {
      return nil
    }
  }

  private func difference(_ from: Step, in replay: Replay) throws -> Difference {
    guard !path.components.isEmpty else { return .changes(try replay.diff(from: from, to: to)) }
    try replay.go(to: from)
    let old = try replay.value(at: path)
    try replay.go(to: to)
    return switch (old, try replay.value(at: path)) {
    case (let old?, let new?): .changes(Diff(from: old, to: new))
    case (let old?, nil): .onlyOld(old)
    case (nil, let new?): .onlyNew(new)
    case (nil, nil): throw try replay.state().missing(path, to)
    }
  }
}

extension Inspector {
  /// The result of `body`; nil if a state that it needs is unreachable.
  func ifReachable<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch let error as ReadingError where error.isLoss {
      return nil
    } catch let error as ReplayError where error.isLoss || error.trap != nil {
      return nil
    }
  }

  /// The step to compare `step` with: the one with whose state its action began. The state after a gap has no action, and
  /// is compared with the last state before the gap.
  func step(before step: Step, in replay: Replay) throws -> Step {
    let isAfterGap = log.steps.run(holding: step) == nil
    let before = isAfterGap ? replay.lastStep(before: step) : nil
    guard let before = before ?? log.origin(of: step), step > log.initialStep else {
      throw InspectorError.isFirst(step)
    }
    return before
  }
}

extension ActionSource {
  /// The step with whose state the action of `step` began: the one before it, unless the session went on from an earlier
  /// state there; nil for step 0.
  func origin(of step: Step) -> Step? {
    resumptions.resumption(before: step)?.origin ?? step.previous
  }
}
