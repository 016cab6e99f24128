import Foundation
import PlayheadCoding
import PlayheadLog

/// The beginning of a recording: a new log, or the continuation of one.
struct RecordingBeginning {
  let disk: any Disk
  /// The log's path, without symbolic links.
  let path: String
  private let pageLength: Int
  /// The log to continue; `nil` for a new one.
  private let continuation: LogContinuation?
  /// The names of all stores so far, by number.
  let names: [String]
  /// The number of each of the recording's stores.
  let numbers: [Int]
  let clock: any RecorderClock

  init(
    _ path: String, app: String, stores: [String], clock: any RecorderClock,
    _ options: RecordingOptions, on disk: any Disk, pageLength: Int
  ) throws(LogError) {
    let path = LogFormat.place(of: path)
    (self.path, self.disk, self.pageLength) = (path, disk, pageLength)
    if let twice = Dictionary(grouping: stores, by: \.self).first(where: { $1.count > 1 })?.key {
      throw .unwritable(path: path, reason: .content("two stores are called '\(twice)'"))
    }
    try disk.settleName(of: path)
    try Self.checkSideFiles(of: path, options.keeps, on: disk, pageLength)
    if case .kept(let count, let bytes) = options.existing {
      let logs = KeptLogs(path: path, app: app, disk: disk, pageLength: pageLength)
      try logs.putAside()
      logs.prune(to: count, bytes: bytes)
    }
    continuation = try Self.continuation(path, app, options.existing, disk, pageLength)
    if continuation == nil {
      try Self.checkNames(of: path, options.keeps, options.existing, on: disk, pageLength)
    }
    var names = continuation?.stores ?? []
    var known: [String: Int] = [:]
    for (number, name) in names.enumerated() { known[name] = number }
    numbers = stores.map { store in
      if let number = known[store] { return number }
      names.append(store)
      return names.count - 1
    }
    self.names = names
    self.clock = continuation.map { ContinuedClock(clock, after: $0.moment) } ?? clock
  }

  /// Throws if another program's file has a name that the recording needs.
  private static func checkSideFiles(
    of path: String, _ retention: Retention, on disk: any Disk, _ pageLength: Int
  ) throws(LogError) {
    let tail = LogFormat.tailPath(of: path)
    for name in [tail, LogFormat.nextTailPath(of: tail)] {
      guard let source = try? disk.source(of: name) else { continue }
      if try TailReading.isForeign(source, pageLength: pageLength) { throw .exists(path: name) }
    }
    guard retention.hasSegments else { return }
    let log = try? disk.source(of: path)
    let session = try? log.map { try LogReader($0, name: path) }?.header.session
    try disk.checkNext(of: path, session)
  }

  /// Throws if there is no log, but a tail with content or, with `refused`, segments of another recording.
  private static func checkNames(
    of path: String, _ retention: Retention, _ existing: ExistingLog, on disk: any Disk,
    _ pageLength: Int
  ) throws(LogError) {
    if (try? disk.source(of: path)) == nil {
      let tail = try LogContinuation.tail(of: path, on: disk)
      let isLeft = TailReading(tail, pageLength: pageLength).hasContent
      if isLeft { throw .onlyTail(path: path) }
    }
    guard existing == .refused, retention.hasSegments,
      let number = OlderSegment.numbers(of: path, on: disk).last,
      (try? disk.source(of: path)) == nil
    else { return }
    throw .exists(path: SegmentName.path(of: number, of: path))
  }

  private static func continuation(
    _ path: String, _ app: String, _ existing: ExistingLog, _ disk: any Disk,
    _ pageLength: Int
  ) throws(LogError) -> LogContinuation? {
    guard existing == .continued else { return nil }
    do throws(LogError) {
      return try MemoryLimit.lifted { () throws(LogError) in
        try LogContinuation(path, app: app, on: disk, pageLength: pageLength)
      }
    } catch {
      if case .missing = error { return nil }
      throw error
    }
  }

  /// The step of the first states: restarting an app takes a step.
  var step: Step { continuation?.step.next ?? .initial }

  /// The path of the earlier tail, if the log does not have all of it.
  var keptTail: String? { continuation?.keptTail }

  /// The number of the tail's first page.
  var page: UInt64 { continuation?.page ?? 1 }

  /// The stores that handle actions, if they differ from the names in the log.
  var storeList: StoreList? {
    continuation.map { _ in StoreList(step: step, stores: names, registered: numbers) }
  }

  /// All states by number, from those of the recording's stores. A store that is gone has none.
  func byNumber(_ states: [any Encodable & Sendable]) -> [any Encodable & Sendable] {
    guard continuation != nil else { return states }
    var all = [any Encodable & Sendable](repeating: AbsentState(), count: names.count)
    for (number, state) in zip(numbers, states) { all[number] = state }
    return all
  }

  /// Makes the tail, then writes header and first states: without a tail, an unclosed log may lack actions.
  func files(
    _ header: LogHeader, _ checkpoint: CheckpointDraft, shapes: [Shape], isSynced: Bool
  ) throws -> (PagePool, LogWriter) {
    guard let continuation else {
      return try newFiles(header, checkpoint, shapes: shapes, isSynced: isSynced)
    }
    let pool = makeTail()
    let writer = try continuation.writer(
      header, storeList, checkpoint, shapes: shapes, isSynced: isSynced)
    return (pool, writer)
  }

  /// The log comes first, and keeps other recorders out.
  private func newFiles(
    _ header: LogHeader, _ checkpoint: CheckpointDraft, shapes: [Shape], isSynced: Bool
  ) throws -> (PagePool, LogWriter) {
    let file = try disk.createLog(path)
    let pool = makeTail()
    do {
      let writer = try LogWriter(
        file, header: header, checkpoint: checkpoint, shapes: shapes, isSynced: isSynced, on: disk)
      return (pool, writer)
    } catch {
      pool.close(removing: true)
      throw error
    }
  }

  private func makeTail() -> PagePool {
    PagePool(LogFormat.tailPath(of: path), like: path, on: disk, pageLength: pageLength)
  }

  /// The segments of a recording that keeps only its end; otherwise `nil`.
  func keeper(_ retention: Retention) -> SegmentKeeper? {
    guard retention.hasSegments else { return nil }
    let now = clock.monotonic
    // Files that merely have such a name are not deleted.
    let older = continuation?.older.filter(\.isCertain) ?? []
    return SegmentKeeper(
      retention, path: path, older, start: continuation?.start ?? now,
      now: now, on: disk)
  }

  /// The recording's session, which its tail contains.
  func session(_ own: UUID) -> UUID { continuation?.session ?? own }
}

/// Replaces the state of a recorded store that the app no longer has.
struct AbsentState: Encodable, Sendable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

/// A clock that continues from the end of an earlier recording, so that times in a log only grow.
struct ContinuedClock: RecorderClock {
  private let clock: any RecorderClock
  private let shift: Int64

  /// Counts the time in between by the wall clock, or as zero if that was set back.
  init(_ clock: any RecorderClock, after last: Moment) {
    let now = clock.now
    let pause = max(0, now.wall.subtractingReportingOverflow(last.wall).partialValue)
    self.clock = clock
    shift = last.monotonic &+ pause &- now.monotonic
  }

  var now: Moment {
    let now = clock.now
    return Moment(monotonic: now.monotonic &+ shift, wall: now.wall)
  }

  var monotonic: Int64 { clock.monotonic &+ shift }
}

extension URL {
  /// The path of the file, with all its bytes.
  func logPath() throws(LogError) -> String {
    let path = withUnsafeFileSystemRepresentation { $0.map { FileName.text(of: $0) } }
    if isFileURL, let path { return path }
    throw .unwritable(path: absoluteString, reason: .content("it is not the URL of a file"))
  }
}
