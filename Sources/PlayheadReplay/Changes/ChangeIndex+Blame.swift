public import PlayheadLog
public import PlayheadValues

/// Who wrote a value that is in a state.
public struct Blame: Hashable, Sendable {
  /// Where the value is: a part without parts of its own.
  public let path: StatePath
  /// The value.
  public let value: Value
  /// The change that wrote it; nil if it has been there since the log began.
  public let change: PathChange?
}

extension ChangeIndex {
  /// Tells `body` of every value within `value`, which is at `path` in the state of `step`, who wrote it,
  /// in the order of the values. Elements of lists are followed to where they were.
  ///
  /// Costs some ten microseconds for each of them, and as much again for each step at which another element
  /// of a list on its way changed the same part since.
  public func blame(
    _ value: Value, at path: StatePath, of step: Step, _ body: (Blame) throws -> Void
  ) throws {
    try value.forEachLeaf(at: path) { path, leaf in
      try body(
        Blame(path: path, value: leaf, change: lastChange(of: path, atOrBefore: step)))
    }
  }
}

extension Value {
  /// Gives `body` every part that has no parts.
  fileprivate func forEachLeaf(at path: StatePath, _ body: (StatePath, Value) throws -> Void)
    rethrows
  {
    switch self {
    case .record(let fields) where !fields.isEmpty:
      for field in fields {
        try field.value.forEachLeaf(at: path.appending(.field(field.name)), body)
      }
    case .dictionary(let entries) where !entries.isEmpty:
      for entry in entries {
        try entry.value.forEachLeaf(at: path.appending(.key(entry.key)), body)
      }
    case .list(let parts) where !parts.isEmpty, .set(let parts) where !parts.isEmpty:
      for (place, part) in parts.enumerated() {
        try part.forEachLeaf(at: path.appending(.index(place)), body)
      }
    default: try body(path, self)
    }
  }
}
