import Foundation
import PlayheadCoding
package import PlayheadLog

/// A log on disk, and behind it what its tail holds that it has not.
package struct TailedLog {
  /// The log's bytes, and the frames that the tail gives.
  package let source: any LogSource
  package let facts: LogFileFacts

  /// Opens the log at `path`.
  ///
  /// The tail comes first: what its recorder flushes meanwhile is then in both, and the log says
  /// so. The other way round it would be in neither. The older segments of a flight recorder come in
  /// front, unless the log is wanted alone.
  init(path: String, isAlone: Bool = false) throws(LogError) {
    let file = try Self.file(path)
    guard file.isRegular else {
      self.init(source: try file.seekable(), facts: LogFileFacts())
      return
    }
    let tail = try Self.tail(of: path)
    // The file may have grown since it was opened, and there may be another of its name.
    let log = try SegmentedLog(path: path, isAlone: isAlone)
    let newest = Self.wholePart(of: log.newest, path)
    let tailed = try tail.flatMap { tail throws(LogError) in try Self.join(newest, tail, path) }
    let joined = tailed?.source ?? newest
    var facts = LogFileFacts(
      isBeingWritten: log.newest.isBeingWritten, tail: tailed?.tail,
      segmentCount: log.older.count + 1)
    let tailMode = tailed == nil ? nil : try Self.tailFile(of: path)?.mode
    facts.mode = .common(
      to: [log.newest.mode, tailMode ?? log.newest.mode] + log.older.map(\.source.mode))
    facts.files = log.older.map { ($0.path, $0.byteCount) } + [(path, joined.size)]
    self.init(source: log.joined(with: joined), facts: facts)
  }

  /// Opens the log at `path`, or what its tail has if there is no more than that.
  package init(savingFrom path: String, isAlone: Bool) throws(LogError) {
    do throws(LogError) {
      try self.init(path: path, isAlone: isAlone)
    } catch {
      let nothing = MemorySource(bytes: [])
      guard case .onlyTail = error, let tail = try Self.tail(of: path),
        let tailed = try Self.join(nothing, tail, path)
      else { throw error }
      var facts = LogFileFacts(tail: tailed.tail)
      facts.mode = try Self.tailFile(of: path)?.mode ?? .owner
      self.init(source: tailed.source, facts: facts)
    }
  }

  private init(source: any LogSource, facts: LogFileFacts) {
    (self.source, self.facts) = (source, facts)
  }

  private static func file(_ path: String) throws(LogError) -> FileSource {
    do throws(LogError) {
      return try FileSource(path: path)
    } catch {
      guard case .missing = error, try tail(of: path)?.hasContent == true else { throw error }
      throw .onlyTail(path: path)
    }
  }

  private static func tail(of path: String) throws(LogError) -> TailReading? {
    try TailReading { () throws(LogError) in try tailFile(of: path) }
  }

  /// The tail beside a log; nil if there is none, or something else, where the recorder could not make its
  /// tail, and said so in a note.
  static func tailFile(of path: String) throws(LogError) -> FileSource? {
    let path = LogFormat.tailPath(of: path)
    guard FileSource.isRegular(path) else { return nil }
    do throws(LogError) {
      return try FileSource(regular: path)
    } catch {
      // Its recorder has just closed the log.
      if case .missing = error { return nil }
      throw error
    }
  }
}

// MARK: - Log and tail as one

extension TailedLog {
  private typealias Joined = (source: any LogSource, tail: LogFileFacts.Tail)

  /// The log's whole frames, and the tail's behind them; nil if the tail is not this log's,
  /// or has nothing to say any more.
  private static func join(
    _ source: any LogSource, _ tail: TailReading, _ name: String
  ) throws(LogError) -> Joined? {
    guard let log = try log(source, besides: tail, name) else {
      guard let session = tail.session else { return nil }
      return join(source, source.size, tail.frames(of: session, after: nil, step: .initial))
    }
    guard let joint = try TailRecovery(log, tail) else { return nil }
    let lost = joint.found.lossesInFront
    guard !lost.isEmpty, let damaged = log.entry(atOffset: joint.length) else {
      return join(source, joint.length, joint.found)
    }
    // The tail never had what is damaged here: it stays, to be told as the log's damage.
    var joined = join(source, joint.length + damaged.length, joint.found)
    joined.tail.losses.removeAll { lost.contains($0) }
    return joined
  }

  /// The log without the frame that its recorder is just writing.
  private static func wholePart(of file: FileSource, _ name: String) -> any LogSource {
    guard file.isBeingWritten, let log = try? LogReader(file, name: name) else { return file }
    return log.wholeLength < file.size ? JoinedSource([(file, log.wholeLength)]) : file
  }

  private static func join(_ source: any LogSource, _ size: Int, _ found: TailFrames) -> Joined {
    let bytes = found.readFrames.flatMap(\.bytes.array)
    return (
      JoinedSource([(source, size), (MemorySource(bytes: bytes), bytes.count)]),
      LogFileFacts.Tail(byteCount: bytes.count, losses: found.losses)
    )
  }

  /// The log; nil if nothing of it can be read, and the tail has something.
  private static func log(
    _ source: any LogSource, besides tail: TailReading, _ name: String
  ) throws(LogError) -> LogReader? {
    do throws(LogError) {
      return try LogReader(source, name: name)
    } catch {
      switch error {
      case .empty, .headless, .notALog(_, .unknown): break
      default: throw error
      }
      guard tail.hasContent else { throw error }
      return nil
    }
  }
}

extension TailFrames {
  /// The losses in front of all actions that the tail has.
  fileprivate var lossesInFront: [Loss] {
    guard let first = flushed.lazy.compactMap(\.entry.steps).first else { return [] }
    return losses.filter { loss in
      loss.leftOut == nil && loss.steps.map { $0.upperBound < first.lowerBound } ?? false
    }
  }
}

// MARK: - Opening by name

extension LogReader {
  /// Opens the log at `path`. What comes through a pipe or a device is read into memory.
  ///
  /// If a tail lies beside the log, because its app has crashed or goes on recording, what it holds is
  /// read as well: nothing is written for that. And if it is the newest segment of a flight recorder's,
  /// the older ones beside it come before it; those can be opened by their own names, each alone.
  package convenience init(path: String) throws(LogError) {
    let log = try TailedLog(path: path)
    try self.init(log.source, name: path, log.facts)
  }

  /// Opens the log at `path` with its tail, but without the older segments that lie beside it: where several logs
  /// are named, those are named as well.
  package convenience init(alone path: String) throws(LogError) {
    let log = try TailedLog(path: path, isAlone: true)
    try self.init(log.source, name: path, log.facts)
  }
}
