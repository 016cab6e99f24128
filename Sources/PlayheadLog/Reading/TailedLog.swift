import PlayheadCoding

/// A log on disk, and behind it what its tail holds that it has not.
struct TailedLog {
  /// The log's bytes, and the frames that the tail gives.
  let source: any LogSource
  let facts: LogFileFacts

  /// Opens the log at `path`.
  ///
  /// The tail's bytes come first: what its recorder seals meanwhile is then in both, and the log says
  /// so. The other way round it would be in neither. The older segments of a flight recorder come in
  /// front, unless the log is wanted alone.
  init(path: String, isAlone: Bool = false) throws(LogError) {
    let file = try FileSource(path: path)
    guard file.isRegular else {
      (source, facts) = (try file.seekable(), LogFileFacts())
      return
    }
    let bytes = try Self.tail(of: path, file)
    // The file may have grown since it was opened, and there may be another of its name.
    let log = try SegmentedLog(path: path, isAlone: isAlone)
    let tailed = bytes.isEmpty ? nil : try Self.join(log.newest, TailReading(bytes), path)
    source = log.joined(with: tailed?.source ?? log.newest)
    facts = LogFileFacts(
      isBeingWritten: log.newest.isBeingWritten, tail: tailed?.tail,
      segmentCount: log.older.count + 1)
  }

  fileprivate static func tail(of path: String, _ file: FileSource) throws(LogError) -> [UInt8] {
    guard file.isRegular else { return [] }
    do throws(LogError) {
      let source = try FileSource(path: LogFormat.tailPath(of: path))
      return try source.read(at: 0, count: source.size)
    } catch {
      switch error {
      // The recorder could not make its tail where a folder is, and said so in a note.
      case .missing, .directory: return []
      default: throw error
      }
    }
  }

  /// The log's whole frames, and the tail's behind them; nil if the tail is not this log's,
  /// or has nothing to say any more.
  private static func join(
    _ source: any LogSource, _ tail: TailReading, _ name: String
  ) throws(LogError) -> (source: any LogSource, tail: LogFileFacts.Tail)? {
    let log = try LogReader(source, name: name)
    // A recording that ended has all of its tail in its log.
    guard log.hasHeader, !log.isClosed, tail.belongs(to: log.header.session) else { return nil }
    let found = tail.frames(
      of: log.header.session, after: log.lastSealMark, step: log.lastStepOfAll)
    let bytes = found.sealed.flatMap(\.bytes.array)
    // A torn end stays, and is told, unless the tail has what it was to be.
    let hasAll = !tail.isEmpty && found.losses.isEmpty
    let size = bytes.isEmpty && !hasAll ? source.size : log.wholeLength
    return (
      JoinedSource([(source, size), (MemorySource(bytes: bytes), bytes.count)]),
      LogFileFacts.Tail(byteCount: bytes.count, losses: found.losses)
    )
  }
}

/// What tells whether anything was written to a log since the last look: its length, and what is in its
/// tail, which is mapped memory and changes without a word from the system.
package struct LogSignature: Equatable {
  private let length: Int
  private let tail: UInt64
  private let isBeingWritten: Bool

  /// Looks at the log at `path` and its tail.
  package init(of path: String) throws(LogError) {
    let file = try FileSource(path: path)
    length = file.size
    isBeingWritten = file.isBeingWritten
    tail = try TailedLog.tail(of: path, file).withUnsafeBytes { XXHash.hash64($0) }
  }
}

/// What the files of a log tell besides their bytes.
struct LogFileFacts {
  /// Whether a recorder had the log when it was opened.
  var isBeingWritten = false
  /// The tail beside the log, if there was one: its recorder was not done with it.
  var tail: Tail?
  /// How many segments of a recording there are.
  var segmentCount = 1

  /// What the tail gave.
  struct Tail {
    /// How many bytes it gave, behind those of the log.
    var byteCount: Int
    /// What could not be read of it.
    var losses: [TailFrames.Loss]

    /// The last step of those that could not be read.
    var lastLostStep: Step { losses.compactMap(\.steps?.upperBound).max() ?? .initial }
  }
}

/// How a recording ended, as far as its log tells.
public enum LogEnding: Hashable, Sendable {
  /// In good order.
  case closed
  /// It goes on: the log is what there was when it was opened.
  case beingWritten
  /// The app stopped, or was stopped, while its stores handled the action of this step.
  case stoppedHandling(Step)
  /// The app stopped after this step: whatever came behind it is not in the log. If `isComplete`, it
  /// was the last: the log's tail is there, which has every action from before any store saw it.
  case stopped(after: Step, isComplete: Bool)
}

extension LogReader {
  /// How the recording ended.
  public var ending: LogEnding {
    if isClosed { return .closed }
    if isBeingWritten { return .beingWritten }
    if let entry = try? entry(at: lastStep), !entry.isHandled { return .stoppedHandling(lastStep) }
    return .stopped(after: lastStep, isComplete: facts.tail != nil && damages.isEmpty)
  }

  /// How many files the log was read from, besides its tail: more than one if a flight recorder has
  /// left older segments beside it.
  public var segmentCount: Int { facts.segmentCount }

  /// The log that goes on from here, if this is an older segment by its name, and the segment's number.
  package var segment: (path: String, number: Int)? { SegmentName.log(of: name) }

  /// Whether the app that records the log had it when it was opened.
  public var isBeingWritten: Bool { facts.isBeingWritten }

  /// How many bytes whole frames take, without a torn or damaged end.
  package var wholeLength: Int {
    let torn = faults.first { $0.frame == index.frames.count - 1 }
    return torn?.offset ?? source.size
  }

  /// The last step, whether it was recorded or left out.
  package var lastStepOfAll: Step {
    let asides = asides([.of(.gap), .of(.checkpoint)])
    let told = asides.gaps.map(\.steps.upperBound) + asides.checkpoints
    return told.reduce(max(lastStep, facts.tail?.lastLostStep ?? .initial), max)
  }
}
