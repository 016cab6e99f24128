public import PlayheadLog
import PlayheadValues

/// Why a log could not be read. `description` is a sentence with a way out.
public enum ReadingError: Error, Hashable, Sendable {
  /// There is no such file.
  case missing(path: String)
  /// There is no such file, but its tail is there.
  case onlyTail(path: String)
  /// The path is that of a directory.
  case directory(path: String)
  /// The operating system refuses to read the file.
  case unreadable(path: String, reason: LogError.Reason)
  /// The file has no bytes.
  case empty(path: String)
  /// The file is not a log.
  case notALog(path: String, looksLike: Look)
  /// The file is a shard, which has many logs; the first one has this name.
  case shard(path: String, logs: Int, first: String?)
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
  case inGap(Step, path: String, missing: ClosedRange<Step>, reason: String, last: Step)

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
