import PlayheadCoding

/// Why a log could not be read or written. `description` says it in a sentence with a way out.
public enum LogError: Error, Hashable, Sendable {
  /// There is no such file.
  case missing(path: String)
  /// There is no such file, but a tail that was one's.
  case onlyTail(path: String)
  /// The path leads to a directory.
  case directory(path: String)
  /// The operating system does not let the file be read.
  case unreadable(path: String, reason: Reason)
  /// The file has no bytes.
  case empty(path: String)
  /// The file is something else.
  case notALog(path: String, looksLike: Look)
  /// The log has another version of the format than this build reads.
  case otherVersion(path: String, version: UInt64)
  /// The log's first frame is damaged, and nothing behind it can be read.
  case headless(path: String, fault: String)
  /// Reading the log takes more memory than is allowed, and it is to be read whole.
  case tooLarge(path: String)
  /// A part of the log is damaged.
  case damaged(Damage)
  /// The log has fewer steps.
  case noStep(Step, path: String, last: Step)
  /// The log begins at a later step.
  case beforeStart(Step, path: String, first: Step)
  /// The step's action was in a part of the log that is damaged or missing.
  case lost(Step, path: String, steps: ClosedRange<Step>)
  /// The log has the step's number but not its action; `last` is the last step that has one.
  case inGap(Step, path: String, gap: Gap, last: Step)
  /// Another recorder is writing it.
  case inUse(path: String)
  /// The log that was to be continued belongs to another app.
  case otherApp(path: String, app: String, expected: String)
  /// A file of that name is there already.
  case exists(path: String)
  /// The operating system does not let the file be written.
  case unwritable(path: String, reason: Reason)
  /// The recording was closed while the file could not be written; its tail has the rest of what was recorded.
  /// Actions for which the tail had no room are a gap in it.
  case unfinished(path: String, reason: Reason)

  /// Why a file could not be read or written.
  public enum Reason: Hashable, Sendable {
    /// The error number of the operating system, `errno`.
    case system(Int32)
    /// The file lost its name while it was open, and is gone as soon as it is closed.
    case deleted
    /// What was to be written cannot be, as a part of a sentence; no value of the app's is in it.
    case content(String)
  }

  /// What a file that is no log seems to be.
  public enum Look: Hashable, Sendable {
    /// Readable text.
    case text
    /// Packed by gzip.
    case gzip
    /// Packed by lz4, but with something else in it.
    case lz4
    /// Packed by lz4 in the format that it had before frames.
    case legacyLZ4
    /// Nothing known.
    case unknown
  }

  /// Where a log is damaged, and what is lost.
  public struct Damage: Hashable, Sendable {
    /// The log's name.
    package var path: String
    /// The number of the frame, counted from 0; an index counts as a frame, and so does all that lies
    /// between two whole frames.
    package var frame: Int
    /// Where the frame begins in the file, in bytes; means nothing if it `isInTail`.
    package var offset: Int
    /// Whether it is not in the log's own file but in its tail.
    package var isInTail = false
    /// Whether it is a whole frame behind later ones, which is not read there; the steps in `lost` are nowhere else.
    package var isMisplaced = false
    /// The damaged file, if the log was read from several.
    package var file: File?
    /// What is wrong, as a part of a sentence.
    package var fault: String
    /// The actions that are lost by it.
    package var lost: Extent
    /// The last step before the damage.
    package var lastWhole: Step

    /// Which actions are lost.
    package enum Extent: Hashable, Sendable {
      /// None.
      case nothing
      /// Those of these steps.
      case steps(ClosedRange<Step>)
      /// Whatever came after `lastWhole`.
      case rest
    }

    /// One of the files that a log was read from, and the place of the damage in it.
    package struct File: Hashable, Sendable {
      /// The file's name.
      package var path: String
      /// The number of the frame in it, counted from 0.
      package var frame: Int
      /// Where the frame begins in it, in bytes.
      package var offset: Int
    }

    /// The place by which a person finds it: in its own file.
    package var place: File { file ?? File(path: path, frame: frame, offset: offset) }

    /// Whether it is no damage, but takes more memory to read than is allowed.
    package var isMemoryLimit: Bool { fault == MemoryLimit.sentence }

    /// The steps that are lost, if it is known which.
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
