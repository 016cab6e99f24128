package import Foundation
package import PlayheadCoding

/// An existing log that is locked, completed from its tail, and ready to be continued.
package struct LogContinuation {
  package let session: UUID
  /// The last step so far, recorded or left out.
  package let step: Step
  /// The time of the last action.
  package let moment: Moment
  /// The names of all stores so far, by number.
  package let stores: [String]
  /// The number of the next page.
  package let page: UInt64
  /// The time at which the log or its newest segment begins, by the monotonic clock.
  package let start: Int64
  /// The earlier segments of the recording.
  package let older: [OlderSegment]
  /// The path of the earlier tail, if the log does not have all of it.
  package let keptTail: String?
  private let file: any LogFile
  /// The frames after the last index, for the next index.
  private let index: FrameIndex

  /// Opens the log at `path` for `app`. Throws `missing` if there is none.
  package init(
    _ path: String, app: String, on disk: any Disk, pageLength: Int = TailFormat.pageLength
  ) throws(LogError) {
    // First, because opening for writing does not distinguish a missing file from a missing folder.
    _ = try disk.source(of: path)
    file = try disk.openLog(path)
    let bytes = try Self.tail(of: path, on: disk)
    let tail = TailReading(bytes, pageLength: pageLength)
    let log = try Self.log(at: path, besides: tail, on: disk)
    try Self.check(log, app)
    let last = try Self.complete(file, log, tail, isTailMissing: bytes.isEmpty)
    keptTail = try Self.putAway(LogFormat.tailPath(of: path), hasAll: last.isComplete, on: disk)
    let whole = try LogReader(try disk.source(of: path), name: path)
    session = whole.header.session
    start = whole.header.start.monotonic
    older = Self.olderSegments(than: whole, on: disk)
    step = max(last.step, whole.lastStepOfAll)
    moment = whole.lastMoment
    stores = whole.stores
    index = try whole.unindexed()
    page = (whole.lastFlushMark?.page ?? 0) + 1
  }

  /// Keeps a tail that is damaged or belongs to another recording under a free name, and returns the name. A
  /// tail that is completely in the log is replaced by the next one.
  private static func putAway(
    _ tail: String, hasAll: Bool, on disk: any Disk
  ) throws(LogError) -> String? {
    guard !hasAll else { return nil }
    var number = 1
    while true {
      let kept = tail + ".kept" + (number == 1 ? "" : "-\(number)")
      number += 1
      do throws(LogError) {
        if try disk.linkOrMove(tail, to: kept) { disk.remove(tail) }
        return kept
      } catch {
        guard case .exists = error else { throw error }
      }
    }
  }

  /// Appends the tail's records to the log, and synchronizes it. Returns the last step of both, and whether
  /// the whole tail was readable.
  private static func complete(
    _ file: any LogFile, _ log: LogReader, _ tail: TailReading, isTailMissing: Bool
  ) throws(LogError) -> (step: Step, isComplete: Bool) {
    let joint = try TailRecovery(log, tail)
    let length = joint.map { min($0.length, log.wholeLength) } ?? log.wholeLength
    let frames = (joint?.found ?? log.end(isTailMissing: isTailMissing)).frames(at: log.lastMoment)
    // The system may regard bytes as written that the app failed to synchronize before it was stopped.
    let doubtful = tail.isEmpty ? length : log.offset(of: log.firstFrame(besides: tail))
    let again = try log.source.read(at: doubtful, count: max(0, length - doubtful))
    try file.cut(to: length)
    do throws(LogError) {
      try again.withBytes { bytes throws(LogError) in try file.writeAgain(bytes) }
      for frame in frames { try file.append(frame.bytes.bytes) }
      try file.sync()
    } catch {
      // A later reader must not find frames that may never reach the disk: the tail has them.
      try? file.cut(to: length)
      throw error
    }
    let isOwn = tail.isEmpty || tail.belongs(to: log.header.session)
    return (
      joint?.found.lastStep ?? log.lastStepOfAll, isOwn && joint?.found.losses.isEmpty ?? true
    )
  }

  /// Begins another part of the log. Restarting the app takes a step, after which the stores have the states
  /// of `checkpoint`.
  ///
  /// `header` has the names of all stores so far and of new ones; `storeList` has the registered stores, if
  /// they are not all stores in that order.
  package func writer(
    _ header: LogHeader, _ storeList: StoreList?, _ checkpoint: CheckpointDraft, shapes: [Shape],
    isSynced: Bool
  ) throws -> LogWriter {
    try LogWriter(
      file, index, isSynced: isSynced, header: header,
      gap: Gap(steps: step.next...step.next, reason: .restarted), storeList: storeList,
      checkpoint: checkpoint, shapes: shapes)
  }

  /// Opens the log. If the app was stopped before the first frame was complete, nothing was recorded: removes
  /// the file and throws `missing`.
  private static func log(
    at path: String, besides tail: TailReading, on disk: any Disk
  ) throws(LogError) -> LogReader {
    let source = try disk.source(of: path)
    do throws(LogError) {
      return try LogReader(source, name: path)
    } catch {
      guard try isUnbegun(source), tail.isEmpty else { throw error }
      disk.remove(path)
      throw .missing(path: path)
    }
  }

  /// Whether the file is only the beginning of a log's first frame.
  package static func isUnbegun(_ source: any LogSource) throws(LogError) -> Bool {
    let start = try source.read(at: 0, count: LZ4Frame.beginning.count)
    guard start.elementsEqual(LZ4Frame.beginning.prefix(start.count)) else { return false }
    let first = try LogScan.frame(of: source, at: 0, upTo: source.size).frame
    if case .failure(.cut) = first { return true }
    return source.size == 0
  }

  /// Finds the older segments. Removes a second name that an interrupted recorder gave to the log.
  private static func olderSegments(
    than log: LogReader, on disk: any Disk
  ) -> [OlderSegment] {
    var segments = OlderSegment.all(of: log.name, session: log.header.session, on: disk)
    if let last = segments.last, last.initialStep == log.initialStep {
      disk.remove(last.path)
      segments.removeLast()
    }
    return segments
  }

  /// The bytes of the tail beside a log; empty if there is none.
  package static func tail(of path: String, on disk: any Disk) throws(LogError) -> [UInt8] {
    do throws(LogError) {
      return try TailReading.bytes(of: try disk.source(of: LogFormat.tailPath(of: path)))
    } catch {
      switch error {
      case .missing, .directory: return []
      default: throw error
      }
    }
  }

  private static func check(_ log: LogReader, _ app: String) throws(LogError) {
    guard log.hasHeader else {
      throw .headless(path: log.name, fault: "it is damaged")
    }
    // Records appended after it could not be found.
    if let end = log.foreignEnd { throw .damaged(end) }
    guard log.header.app == app else {
      throw .otherApp(path: log.name, app: log.header.app, expected: app)
    }
  }
}

extension LogReader {
  /// The losses at a torn or damaged end, or at an end without its tail.
  fileprivate func end(isTailMissing: Bool) -> TailFrames {
    let isWhole = wholeLength == source.size && (isClosed || !isTailMissing)
    return TailFrames(
      flushed: [], losses: isWhole ? [] : [.init(steps: nil, after: lastStepOfAll)],
      lastMark: lastFlushMark, lastStep: lastStepOfAll)
  }

  /// The offset of a frame, or the end of the log.
  fileprivate func offset(of frame: Int) -> Int {
    frame < offsets.count ? offsets[frame] : source.size
  }

  /// The frames that no index lists, up to the end.
  fileprivate func unindexed() throws(LogError) -> FrameIndex {
    var rest = FrameIndex()
    guard let last = try IndexChain.sections(of: source).last, last.index == nil else {
      return rest
    }
    for (number, frame) in index.frames.enumerated() where offsets[number] >= last.start {
      rest.append(frame)
      guard frame.count > 0 else { continue }
      var facts = FrameFacts()
      _ = facts.read(try source.read(at: offsets[number], count: frame.length))
      rest.count(facts.chunk?.types ?? [])
    }
    return rest
  }

  /// The time of the last readable action, or of the recording's start.
  fileprivate var lastMoment: Moment {
    for frame in index.frames.reversed() {
      guard let last = frame.steps?.upperBound, let chunk = try? chunk(holding: last) else {
        continue
      }
      return chunk.head.moments.last ?? header.start
    }
    return header.start
  }
}
