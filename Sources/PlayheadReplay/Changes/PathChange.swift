public import PlayheadLog
public import PlayheadValues

/// That something changed at a path.
public struct PathChange: Codable, Hashable, Sendable {
  /// What happened there.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// Something else is there.
    case set
    /// It came to be there, alone or with something that it is within: nothing was there before.
    case added
    /// It is there no more, alone or with something that it is within: nothing is there since.
    case removed
    /// Something within it changed.
    case inside
    /// Something that it is within was replaced as a whole: it may have come, gone or stayed with it.
    case around
  }

  /// The step at which it did.
  public let step: Step
  /// What happened.
  public let kind: Kind
  /// The path after the step; for what was removed, before it. Places in lists move when elements before them come or
  /// go.
  public let path: StatePath
  /// What is there since, if the index has it: it keeps small values only.
  public let value: Value?
}

/// The values before and after a change, from the change itself or from the states.
extension Replay {
  /// What was there before a change, when it was at `path`; nil if nothing was. Goes to the step before, unless the
  /// change has the value.
  public func value(before change: PathChange, at path: StatePath) throws -> Value? {
    if change.kind == .added { return nil }
    guard let before = lastStep(before: change.step) else { return nil }
    try go(to: before)
    return try value(at: path)
  }

  /// What is there since a change; nil if nothing is. Goes to its step, unless the change has the value.
  public func value(after change: PathChange) throws -> Value? {
    if let value = change.value { return value }
    if change.kind == .removed { return nil }
    try go(to: change.step)
    return try value(at: change.path)
  }
}
