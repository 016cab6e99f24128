public import PlayheadLog
public import PlayheadReplay

/// What an inspector tells while it works on an answer.
public enum InspectorEvent: Codable, Hashable, Sendable {
  /// How far it is.
  case progress(InspectorProgress)
  /// Something that keeps the states from being those that there were, or a look from being complete.
  case warning(InspectorWarning)
  /// What changed where is kept in this file from now on, which may be deleted at any time.
  case index(file: String)
  /// This file has the name of an index and is none. It is left alone, and what changed where is kept in no file.
  case foreignIndex(file: String)
}

/// How far the work on an answer is.
public struct InspectorProgress: Codable, Hashable, Sendable {
  /// What an inspector does.
  public enum Work: String, Codable, Hashable, Sendable {
    /// It takes stores to a step.
    case replaying
    /// It looks for a step.
    case searching
    /// It finds out what changed where.
    case indexing
    /// It looks up who wrote values.
    case blaming
    /// It looks at steps that an index names.
    case looking
    /// It writes a log.
    case saving
  }

  /// What it does.
  public var work: Work
  /// How many steps or values are done, or at which step it is.
  public var done: UInt64
  /// How many there are; 0 if nobody knows.
  public var total: UInt64

  /// So much of it.
  public init(work: Work, done: UInt64, total: UInt64) {
    (self.work, self.done, self.total) = (work, done, total)
  }
}

/// Why an answer may be incomplete or approximate.
public enum InspectorWarning: Codable, Hashable, Sendable {
  /// Actions or states did not fit the app and were passed over.
  case passedOver(Incompatibilities)
  /// From this step on the stores draw something else than was recorded.
  case otherDraws(Step, DrawFault)
  /// The app stopped while it handled this step, and its stores draw values now that the log does not have.
  case unfinished(Step)
  /// The log has actions of these types in other versions than the app, which reads them as they are.
  case otherVersions([ActionType])
  /// These recorded steps could not be looked at.
  case unreachable([ClosedRange<Step>])
  /// The log turned out to be damaged here, which opening it did not show.
  case damage([DamageRecord])

  /// Whether the states may be other ones than there were.
  public var makesStatesDoubtful: Bool {
    switch self {
    case .passedOver, .otherDraws: true
    case .unfinished, .otherVersions, .unreachable, .damage: false
    }
  }
}
