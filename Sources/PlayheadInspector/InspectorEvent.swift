public import PlayheadLog
package import PlayheadReading
public import PlayheadReplay

/// What an inspector reports while it works on an answer.
public enum InspectorEvent: Codable, Hashable, Sendable {
  /// The progress of the work.
  case progress(InspectorProgress)
  /// The states may differ from the recorded ones, or a search may be incomplete.
  case warning(InspectorWarning)
  /// The index of changes is now kept in this file, which may be deleted at any time.
  case index(file: String)
  /// This file has the index's name but is no index. It is left alone, and the index is kept in no file.
  case foreignIndex(file: String)
}

/// How far the work on an answer is.
public struct InspectorProgress: Codable, Hashable, Sendable {
  /// A kind of work.
  public enum Work: String, Codable, Hashable, Sendable {
    /// Replaying to a step.
    case replaying
    /// Comparing states with those of the step before.
    case comparing
    /// Searching for a step.
    case searching
    /// Making the index of changes.
    case indexing
    /// Finding the writers of values.
    case blaming
    /// Looking at steps that an index names.
    case looking
    /// Writing a log.
    case saving
    /// Reading actions.
    case reading
    /// Replaying under several conditions, to compare the states.
    case checking
    /// Trying smaller sessions; counts the actions that are left out.
    case shrinking
  }

  /// The kind of work.
  public var work: Work
  /// The number of steps or values done, or the current step.
  public var done: UInt64
  /// The number in all; 0 if unknown.
  public var total: UInt64

  /// Progress of `done` out of `total`.
  public init(work: Work, done: UInt64, total: UInt64) {
    (self.work, self.done, self.total) = (work, done, total)
  }
}

/// Why an answer may be incomplete or approximate.
public enum InspectorWarning: Codable, Hashable, Sendable {
  /// Actions or states did not fit the app and were skipped.
  case skipped(Incompatibilities)
  /// From this step on, the stores draw other values than recorded.
  case otherDraws(Step, DrawFault)
  /// A replayed state is not the recorded one.
  case otherStates(StateMismatch)
  /// These states cannot be shown. Where the index of changes could not compare them, it has their changes at the
  /// next step.
  case unshown([UnshownState])
  /// The app stopped while it handled this step, and its stores now draw values that the log does not have.
  case unfinished(Step)
  /// The log has actions of these types in other versions than the app, and no upgrade applies.
  case otherVersions([ActionType])
  /// These recorded steps could not be searched.
  case unreachable([ClosedRange<Step>])
  /// These recorded steps could not be searched, because a store traps.
  case trapped([ClosedRange<Step>], KnownCrash)
  /// The log is damaged here, which opening it did not show.
  case damage([DamageRecord])

  /// Whether the states may differ from the recorded ones.
  package var statesMayDiffer: Bool {
    switch self {
    case .skipped, .otherDraws, .otherStates: true
    case .unshown, .unfinished, .otherVersions, .unreachable, .trapped, .damage: false
    }
  }
}

/// Where a log is damaged.
public struct DamageRecord: Codable, Hashable, Sendable {
  /// The damaged file.
  public var file: String
  /// The number of the damaged frame in the file, from 0.
  public var frame: Int
  /// Where the frame begins in the file, in bytes. Has no meaning in a tail.
  public var offset: Int
  /// Whether the damage is in the log's tail instead of its own file.
  public var isInTail: Bool
  /// The fault, as a part of a sentence.
  public var fault: String
  /// The steps that are lost, if known.
  public var lostSteps: ClosedRange<Step>?
  /// The damage in a sentence.
  public var text: String
  /// Whether nothing is damaged, but the frame takes more memory than is allowed.
  package var isMemoryLimit: Bool

  package init(_ damage: ReadingError.Damage) {
    (file, frame, offset) = (damage.path, damage.frame, damage.offset)
    (isInTail, fault, lostSteps) = (damage.isInTail, damage.fault, damage.steps)
    (text, isMemoryLimit) = ("\(damage)", damage.isMemoryLimit)
  }
}
