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
  /// The path as it was after the step; for what was removed, before it. Places in lists move when
  /// elements before them come or go.
  public let path: StatePath
  /// What is there since, if the index has it: it keeps small values only.
  public let value: Value?
}
