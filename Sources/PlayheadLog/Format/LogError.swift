/// Why a log could not be read or written. `description` says it in a sentence with a way out.
public enum LogError: Error, Hashable, Sendable {
  /// There is no such file.
  case missing(path: String)
  /// The path leads to a directory.
  case directory(path: String)
  /// The operating system does not let the file be read.
  case unreadable(path: String, reason: String)
  /// The file has no bytes.
  case empty(path: String)
  /// The file is something else.
  case notALog(path: String, looksLike: Look)
  /// The log was written by a later version of Playhead.
  case newer(path: String, version: UInt64, known: UInt64)
  /// The log's first frame, without which nothing of it can be understood, is damaged.
  case headless(path: String, fault: String)
  /// A part of the log is damaged.
  case damaged(Damage)
  /// The log has fewer steps.
  case noStep(Step, path: String, last: Step)
  /// The log has the step's number but not its action.
  case inGap(Step, path: String, gap: Gap)
  /// A file of that name is there already.
  case exists(path: String)
  /// The operating system does not let the file be written.
  case unwritable(path: String, reason: String)

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

  /// Where a log is damaged and what that costs.
  public struct Damage: Hashable, Sendable {
    /// The log's name.
    public var path: String
    /// The number of the frame, counted from 0; the index counts as a frame.
    public var frame: Int
    /// Where the frame begins in the file, in bytes.
    public var offset: Int
    /// What is wrong, as a part of a sentence.
    public var fault: String
    /// The steps in the frame, if the index knows them.
    public var steps: ClosedRange<Step>?
    /// The last step before the damage.
    public var lastWhole: Step

    package init(
      path: String, frame: Int, offset: Int, fault: String, steps: ClosedRange<Step>?,
      lastWhole: Step
    ) {
      self.path = path
      self.frame = frame
      self.offset = offset
      self.fault = fault
      self.steps = steps
      self.lastWhole = lastWhole
    }
  }
}
