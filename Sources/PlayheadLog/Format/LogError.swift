import PlayheadCoding

/// Why a log could not be read or written. `description` is a sentence with a way out.
public enum LogError: Error, Hashable, Sendable {
  /// There is no such file.
  case missing(path: String)
  /// There is no such file, but its tail is there.
  case onlyTail(path: String)
  /// The path is that of a directory.
  case directory(path: String)
  /// The operating system refuses to read the file.
  case unreadable(path: String, reason: Reason)
  /// The file has no bytes.
  case empty(path: String)
  /// The file is not a log.
  case notALog(path: String, looksLike: Look)
  /// The log has a format version that this build does not read.
  case otherVersion(path: String, version: UInt64)
  /// The log's first frame is damaged, and nothing after it is readable.
  case headless(path: String, fault: String)
  /// The log has to be read as a whole, which takes more memory than is allowed.
  case tooLarge(path: String)
  /// A part of the log is damaged.
  case damaged(Damage)
  /// The log has fewer steps.
  case noStep(Step, path: String, last: Step)
  /// The log begins at a later step.
  case beforeStart(Step, path: String, first: Step)
  /// The step's action was in a damaged or missing part of the log.
  case lost(Step, path: String, steps: ClosedRange<Step>)
  /// The log has the step's number but not its action; `last` is the last step that has one.
  case inGap(Step, path: String, gap: Gap, last: Step)
  /// Another recorder is writing the log.
  case inUse(path: String)
  /// The file exists already.
  case exists(path: String)
  /// The operating system refuses to write the file.
  case unwritable(path: String, reason: Reason)
  /// The recording was closed while the file could not be written. Its tail has the rest of the recording;
  /// actions that found no room in the tail are a gap in it.
  case unfinished(path: String, reason: Reason)
  /// The steps after `after` are missing, because a replay could not continue from the states that follow. The
  /// reason is a part of a sentence, without values of the app.
  case incomplete(path: String, after: Step, reason: String)
  /// The app uses the recording wrongly. The reason is a sentence about what it does.
  case misused(path: String, reason: String)

  /// Why a file could not be read or written.
  public enum Reason: Hashable, Sendable {
    /// An error number of the operating system, `errno`.
    case system(Int32)
    /// The file lost its name while it was open, and disappears when it is closed.
    case deleted
    /// The content cannot be written. The text is a part of a sentence, without values of the app.
    case content(String)
  }

  /// What a file that is not a log seems to be.
  public enum Look: Hashable, Sendable {
    /// Readable text.
    case text
    /// Compressed by gzip.
    case gzip
    /// Compressed by lz4, but not a log.
    case lz4
    /// Unknown.
    case unknown
  }

  /// Where a log is damaged, and what is lost.
  public struct Damage: Hashable, Sendable {
    /// The log's name.
    package var path: String
    /// The number of the frame, counted from 0. An index counts as a frame, and so do all bytes between two
    /// whole frames.
    package var frame: Int
    /// The frame's offset in the file, in bytes; meaningless if it `isInTail`.
    package var offset: Int
    /// Whether the damage is in the log's tail instead of its own file.
    package var isInTail = false
    /// What is wrong, as a part of a sentence.
    package var fault: String
    /// The lost actions.
    package var lost: Extent
    /// The last step before the damage.
    package var lastWhole: Step

    /// Which actions are lost.
    package enum Extent: Hashable, Sendable {
      /// None.
      case nothing
      /// These steps.
      case steps(ClosedRange<Step>)
      /// Everything after `lastWhole`.
      case rest
    }

    /// Whether the frame is whole, but reading it takes more memory than is allowed.
    package var isMemoryLimit: Bool { fault == MemoryLimit.sentence }

    /// The lost steps, if they are known.
    package var steps: ClosedRange<Step>? {
      if case .steps(let steps) = lost { steps } else { nil }
    }

    package init(
      path: String, frame: Int, offset: Int, fault: String, lost: Extent, lastWhole: Step
    ) {
      self.path = path
      self.frame = frame
      self.offset = offset
      self.fault = fault
      self.lost = lost
      self.lastWhole = lastWhole
    }
  }
}
