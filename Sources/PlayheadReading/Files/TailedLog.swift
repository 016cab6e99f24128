import Foundation
import PlayheadCoding
import PlayheadLog

/// A log on disk, followed by the records that only its tail has.
package struct TailedLog {
  /// The log's bytes, and the frames from the tail.
  package let source: any LogSource
  package let facts: LogFileFacts

  /// Opens the log at `path`. It may be in a shard, or a pipe, unless it must be a `file`. Reads the tail first: records
  /// that are flushed meanwhile are then in both instead of in neither.
  package init(path: String, mustBeFile: Bool = false) throws(ReadingError) {
    if let place = Shard.place(of: path) {
      let log = try Shard.opened(place.shard).source(ofLog: place.name)
      self.init(source: log, facts: LogFileFacts(mode: log.mode))
      return
    }
    let file = try Self.file(path)
    guard file.isRegular else {
      if mustBeFile { throw .noFile(path) }
      self.init(source: try file.seekable(), facts: LogFileFacts())
      return
    }
    var (log, isWhole) = try Self.look(at: path)
    for _ in 1..<Self.looks where !isWhole { (log, isWhole) = try Self.look(at: path) }
    self = log
  }

  /// The largest number of attempts: a recorder may close the log meanwhile, or another file may get its name.
  private static let looks = 3

  /// The log now. It is not whole if its recorder closed it after it was opened and before its lock was seen to be
  /// free: what was written in between is missing.
  private static func look(at path: String) throws(ReadingError) -> (log: TailedLog, isWhole: Bool)
  {
    let tail = try Self.tail(of: path)
    // The file may have grown since it was opened, and another file may have its name.
    let file = try FileSource(path: path)
    guard file.isRegular else { throw .noFile(path) }
    let isBeingWritten = file.isBeingWritten
    let isWhole = isBeingWritten || file.isUnchanged
    let own = isBeingWritten ? Self.wholePart(of: file, path) : file
    let tailed = try tail.flatMap { tail throws(ReadingError) in try Self.join(own, tail, path) }
    var facts = LogFileFacts(isBeingWritten: isBeingWritten, tail: tailed?.tail, mode: file.mode)
    if tailed != nil, let tail = try Self.tailFile(of: path)?.mode {
      facts.mode = file.mode.intersection(tail)
    }
    facts.isFile = true
    return (TailedLog(source: tailed?.source ?? own, facts: facts), isWhole)
  }

  /// Opens the log at `path`, or its tail if there is only that.
  package init(savingFrom path: String) throws(ReadingError) {
    do throws(ReadingError) {
      try self.init(path: path)
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

  private static func file(_ path: String) throws(ReadingError) -> FileSource {
    do throws(ReadingError) {
      return try FileSource(path: path)
    } catch {
      guard case .missing = error, SegmentName.log(of: LogFormat.place(of: path)) == nil,
        try tail(of: path)?.hasContent == true
      else { throw error }
      throw .onlyTail(path: path)
    }
  }

  private static func tail(of path: String) throws(ReadingError) -> TailReading? {
    try TailReading { () throws(ReadingError) in try tailFile(of: path) }
  }

  /// The tail beside a log; `nil` if there is none, or if it is not a regular file. A later segment has the tail of
  /// the first.
  static func tailFile(of path: String) throws(ReadingError) -> FileSource? {
    let place = LogFormat.place(of: path)
    let first = SegmentName.log(of: place)?.path
    for log in [place, first].compactMap(\.self) {
      let tail = LogFormat.tailPath(of: log)
      guard FileSource.isRegular(tail) else { continue }
      do throws(ReadingError) {
        return try FileSource(regular: tail)
      } catch {
        // The recorder may have just closed the log.
        if case .missing = error { continue }
        throw error
      }
    }
    return nil
  }
}

// MARK: - Log and tail as one

extension TailedLog {
  private typealias Joined = (source: any LogSource, tail: LogFileFacts.Tail)

  /// The log's whole frames and the tail's; `nil` if the tail belongs to another log, or adds nothing.
  private static func join(
    _ source: any LogSource, _ tail: TailReading, _ name: String
  ) throws(ReadingError) -> Joined? {
    guard let log = try log(source, besides: tail, name) else {
      guard let session = tail.session else { return nil }
      return join(source, source.size, tail.frames(of: session, after: nil, step: .initial))
    }
    // The tail has the actions of the segments after this one.
    if log.isClosed, SegmentName.next(of: LogFormat.place(of: name), on: SystemDisk()) != nil {
      return nil
    }
    return try TailRecovery(log, tail).map { join(source, $0.length, $0.found) }
  }

  /// The log without the frame that its recorder is writing now.
  private static func wholePart(of file: FileSource, _ name: String) -> any LogSource {
    guard let log = try? LogReader(file, name: name) else { return file }
    return log.wholeLength < file.size ? JoinedSource([(file, log.wholeLength)]) : file
  }

  private static func join(_ source: any LogSource, _ size: Int, _ found: TailFrames) -> Joined {
    let bytes = found.readFrames.flatMap(\.bytes.array)
    return (
      JoinedSource([(source, size), (MemorySource(bytes: bytes), bytes.count)]),
      LogFileFacts.Tail(byteCount: bytes.count, losses: found.losses)
    )
  }

  /// The log; `nil` if no part of it is readable, and the tail has content.
  private static func log(
    _ source: any LogSource, besides tail: TailReading, _ name: String
  ) throws(ReadingError) -> LogReader? {
    do throws(ReadingError) {
      return try LogReader(source, name: name)
    } catch {
      switch error {
      case .empty, .headless, .notALog(_, .unknown): break
      default: throw error
      }
      // A later segment without a first frame has nothing: the tail belongs to the one before it.
      let isFirst = SegmentName.log(of: LogFormat.place(of: name)) == nil
      guard tail.hasContent, isFirst else { throw error }
      return nil
    }
  }
}

extension ReadingError {
  /// The error for a pipe or a device in the place of a log.
  fileprivate static func noFile(_ path: String) -> ReadingError {
    .unreadable(
      path: path, reason: .content("it is a pipe or a device, not a file; put the log there again"))
  }
}

// MARK: - Opening by name

extension LogReader {
  /// Opens the log at `path`, or in a shard: `SHARD::NAME`. Reads a pipe into memory.
  ///
  /// Also reads the tail of an app that crashed or is recording, without writing anything.
  package convenience init(path: String) throws(ReadingError) {
    let log = try TailedLog(path: path)
    try self.init(log.source, name: path, log.facts)
  }

  /// Opens the log at `path`, which was a file before. Throws if it is a pipe or a device now.
  package convenience init(file path: String) throws(ReadingError) {
    let log = try TailedLog(path: path, mustBeFile: true)
    try self.init(log.source, name: path, log.facts)
  }

  /// Opens the log at `path`, or its tail if there is only that.
  package convenience init(savingFrom path: String) throws(ReadingError) {
    let log = try TailedLog(savingFrom: path)
    try self.init(log.source, name: path, log.facts)
  }
}
