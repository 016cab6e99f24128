public import PlayheadLog
import PlayheadReplay
public import PlayheadValues

/// What differs between the states of two steps, either of which may be the earlier.
public struct DiffRequest: Request {
  /// The first step; nil for the one before the second, be it on the other side of a gap.
  public var from: Step?
  /// The second.
  public var to: Step
  /// The place; everything if it is empty.
  public var path: StatePath

  /// What differs at `path` between the states of `from`, or the step before, and `to`.
  public init(from: Step? = nil, to: Step, at path: StatePath = StatePath()) {
    (self.from, self.to, self.path) = (from, to, path)
  }

  /// What differs, and from where on.
  public struct Answer: Codable, Sendable {
    /// The first step.
    public var from: Step
    /// What two states have at the place.
    public var difference: Difference
  }

  /// What two states have at a place.
  public enum Difference: Codable, Sendable {
    /// Both have something there.
    case changes(Diff)
    /// Only the first has.
    case onlyOld(Value)
    /// Only the second has.
    case onlyNew(Value)
  }

  /// Of whole states only what changed is looked at, of parts the stores that they are in. Throws
  /// ``InspectorError/nothing(at:step:_:)`` if neither state has anything there.
  public func answer(from inspector: Inspector, _ give: (Never) throws -> Void) throws -> Answer {
    try inspector.replaying { replay in
      let from = try from ?? inspector.step(before: to, in: replay)
      return Answer(from: from, difference: try difference(from, in: replay))
    }
  }

  /// The difference to the step before, while a log is replayed; `nil` where one of the two states cannot be had.
  func differenceIfKnown(_ inspector: Inspector, _ replay: Replay) throws -> Difference? {
    do {
      return try difference(inspector.step(before: to, in: replay), in: replay)
    } catch InspectorError.nothing {
      return nil
    } catch let error as LogError where error.isLoss {
      return nil
    } catch let error as ReplayError where error.isLoss {
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
  /// The step whose state that of `step` is compared to: that before its action. No action led to the state behind a gap, which
  /// is compared to the last one on the other side.
  fileprivate func step(before step: Step, in replay: Replay) throws -> Step {
    let isBehindGap = log.steps.run(holding: step) == nil
    let before = isBehindGap ? replay.lastStep(before: step) : nil
    guard let before = before ?? step.previous, step > log.initialStep else {
      throw InspectorError.isFirst(step)
    }
    return before
  }
}
