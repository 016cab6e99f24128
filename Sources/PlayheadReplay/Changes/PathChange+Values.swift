public import PlayheadValues

/// What a change made of what: values that the change does not tell are read from the states.
extension Replay {
  /// What was there before a change, when it was at `path`; nil if nothing was. Goes to the step before,
  /// unless the change tells.
  public func value(before change: PathChange, at path: StatePath) throws -> Value? {
    if change.kind == .added { return nil }
    guard let before = lastStep(before: change.step) else { return nil }
    try go(to: before)
    return try value(at: path)
  }

  /// What is there since a change; nil if nothing is. Goes to its step, unless the change tells.
  public func value(after change: PathChange) throws -> Value? {
    if let value = change.value { return value }
    if change.kind == .removed { return nil }
    try go(to: change.step)
    return try value(at: change.path)
  }
}
