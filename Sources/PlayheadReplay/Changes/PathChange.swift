public import PlayheadLog
public import PlayheadValues

/// A change at a path.
public struct PathChange: Codable, Hashable, Sendable {
  /// The kind of a change.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// Another value is there.
    case set
    /// The value was added, alone or as a part of another value: nothing was there before.
    case added
    /// The value was removed, alone or as a part of another value.
    case removed
    /// A part of the value changed.
    case inside
    /// A value around it was replaced as a whole. The value may have come, gone or stayed with it.
    case around
  }

  /// The step of the change.
  public let step: Step
  /// What kind of change it was.
  public let kind: Kind
  /// The path after the step; for a removed value, before it. Elements before it move its places in lists.
  public let path: StatePath

  package init(step: Step, kind: Kind, path: StatePath) {
    (self.step, self.kind, self.path) = (step, kind, path)
  }
}

/// Values before and after a change, from the states.
extension Replay {
  /// The value before a change, at its path before the change; nil if there was none. Goes to the step
  /// before, unless the value was added.
  public func value(before change: PathChange, at path: StatePath) throws -> Value? {
    if change.kind == .added { return nil }
    guard let before = lastStep(before: change.step) else { return nil }
    try go(to: before)
    return try value(at: path)
  }

  /// The value after a change; nil if there is none. Goes to its step, unless the value was removed.
  public func value(after change: PathChange) throws -> Value? {
    if change.kind == .removed { return nil }
    try go(to: change.step)
    return try value(at: change.path)
  }
}
