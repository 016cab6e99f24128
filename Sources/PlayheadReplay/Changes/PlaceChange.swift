public import PlayheadLog
public import PlayheadValues

/// That the value at a place became another.
public struct PlaceChange: Codable, Hashable, Sendable {
  /// The step at which it did.
  public let step: Step
  /// Where.
  public let path: StatePath
  /// What was there before; nil if nothing was.
  public let old: Value?
  /// What is there since; nil if nothing is.
  public let new: Value?

  /// The change of what is at `path` from `old` to `new`.
  public init(step: Step, path: StatePath, old: Value?, new: Value?) {
    (self.step, self.path, self.old, self.new) = (step, path, old, new)
  }
}

extension ChangeIndex {
  /// The first step after `step`, up to `last`, at which the value at this very place becomes another; nil if there
  /// is none. Elements are not followed.
  ///
  /// The index says where to look, and `replay`, which is then somewhere else, what is there: most often that takes
  /// two states. `onLook` is called for every step on the way, and may end the search by throwing.
  public func nextChange(
    at place: StatePath, after step: Step, upTo last: Step? = nil, with replay: Replay,
    onLook: (Step) throws -> Void = { _ in }
  ) throws -> PlaceChange? {
    var step = step
    while let found = try nextTouch(of: place, after: step), found <= last ?? found {
      try onLook(found)
      if let change = try replay.change(at: place, of: found) { return change }
      step = found
    }
    return nil
  }

  /// The last step before `step`, down to `first`, at which the value at this very place became another; nil if there
  /// is none.
  public func previousChange(
    at place: StatePath, before step: Step, downTo first: Step? = nil, with replay: Replay,
    onLook: (Step) throws -> Void = { _ in }
  ) throws -> PlaceChange? {
    var before = step.previous
    while let end = before, let found = try lastTouch(of: place, atOrBefore: end),
      found >= first ?? found
    {
      try onLook(found)
      if let change = try replay.change(at: place, of: found) { return change }
      before = found.previous
    }
    return nil
  }
}

extension Replay {
  /// What became of the value at a place at `step`; nil if it stayed, or if no state came before.
  public func change(at place: StatePath, of step: Step) throws -> PlaceChange? {
    guard let before = lastStep(before: step) else { return nil }
    try go(to: before)
    let old = try value(at: place)
    try go(to: step)
    let new = try value(at: place)
    return old == new ? nil : PlaceChange(step: step, path: place, old: old, new: new)
  }

  /// The last step before `step` that can be gone to, even across a gap; nil if there is none.
  public func lastStep(before step: Step) -> Step? {
    guard let previous = step.previous else { return nil }
    let run = reachableSteps.last { $0.lowerBound < step }
    return run.map { min($0.upperBound, previous) }
  }
}
