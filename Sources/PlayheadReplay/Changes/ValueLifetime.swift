package import PlayheadLog
package import PlayheadValues

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
