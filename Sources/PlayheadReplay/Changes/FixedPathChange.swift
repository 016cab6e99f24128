public import PlayheadLog
public import PlayheadValues

/// A change of the value at a fixed path.
public struct FixedPathChange: Codable, Hashable, Sendable {
  /// The step of the change.
  public let step: Step
  /// The place.
  public let path: StatePath
  /// The value before; nil if there was none.
  public let old: Value?
  /// The value after; nil if there is none.
  public let new: Value?
  /// Why one of the two cannot be shown; nil if both can.
  public let unshown: String?

  /// A change of the value at `path` from `old` to `new`.
  public init(
    step: Step, path: StatePath, old: Value?, new: Value?, unshown: String? = nil
  ) {
    (self.step, self.path, self.old, self.new) = (step, path, old, new)
    self.unshown = unshown
  }
}

extension ChangeIndex {
  /// The first step after `step`, up to `last`, at which the value at this very place changes; nil if there
  /// is none. Does not follow list elements.
  ///
  /// Replays the windows in which the value may change, up to the first change.
  public func nextChange(
    at place: StatePath, after step: Step, upTo last: Step? = nil
  ) throws -> FixedPathChange? {
    var step = step
    while let found = try nextTouch(of: place, after: step, upTo: last) {
      if let change = try replay.change(at: place, of: found) { return change }
      step = found
    }
    return nil
  }

  /// The last change of the value at this very place before `step`, down to `first`; nil if there is none.
  public func previousChange(
    at place: StatePath, before step: Step, downTo first: Step? = nil
  ) throws -> FixedPathChange? {
    var before = step.previous
    while let end = before, let found = try lastTouch(of: place, atOrBefore: end, downTo: first) {
      if let change = try replay.change(at: place, of: found) { return change }
      before = found.previous
    }
    return nil
  }
}

extension Replay {
  /// The change of the value at a place at `step`; nil if the value stayed, or if no state came before.
  public func change(at place: StatePath, of step: Step) throws -> FixedPathChange? {
    guard let before = lastStep(before: step) else { return nil }
    try go(to: before)
    let old = try ShowableValue { try value(at: place) }
    try go(to: step)
    let new = try ShowableValue { try value(at: place) }
    guard old != new else { return nil }
    return FixedPathChange(
      step: step, path: place, old: old.value, new: new.value, unshown: old.unshown ?? new.unshown)
  }

  /// The last step before `step` that you can go to, even across a gap; nil if there is none.
  public func lastStep(before step: Step) -> Step? {
    guard let previous = step.previous else { return nil }
    let run = reachableSteps.last { $0.lowerBound < step }
    return run.map { min($0.upperBound, previous) }
  }
}

// MARK: - Lifetimes

/// The steps at which a place of the state has a value, before or after a step at which it has none.
package struct ValueLifetime {
  /// A step at which the value is there: the last one before it went, or the one at which it came.
  package let step: Step
  /// The change that gave the place its value, if it came after the step in question.
  package var beginning: FixedPathChange?
  /// The change that left the place empty, if it was before the step in question.
  package var end: FixedPathChange?
}

extension ChangeIndex {
  /// The life of the last value at `path` before `step`, at which there is none; if there was none, of the next
  /// one after it. Nil if no value is ever there.
  package func life(at path: StatePath, around step: Step) throws -> ValueLifetime? {
    if let life = try life(at: path, before: step) { return life }
    let next = try nextChange(at: path, after: step)
    return next.map { ValueLifetime(step: $0.step, beginning: $0) }
  }

  /// The life of the last value at `path` before `step`, at which there is none; nil if there was none.
  package func life(at path: StatePath, before step: Step) throws -> ValueLifetime? {
    let last = try previousChange(at: path, before: step.next)
    guard let last, let before = replay.lastStep(before: last.step) else { return nil }
    return ValueLifetime(step: before, end: last)
  }
}

extension Replay {
  /// Whether no value is at `path` in the state of `step`. A value that cannot be shown is there.
  package func lacksValue(at path: StatePath, of step: Step) throws -> Bool {
    try go(to: step)
    let seen = try ShowableValue { try value(at: path) }
    return seen.value == nil && seen.unshown == nil
  }
}
