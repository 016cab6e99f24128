package import Foundation
package import PlayheadCoding

/// An existing log, completed from its tail and locked, ready to be continued.
package struct LogContinuation {
  /// Names the recording.
  package let session: UUID
  /// The last step so far, whether it was recorded or left out.
  package let step: Step
  /// When the last action was.
  package let moment: Moment
  /// The names of all stores so far, by number.
  package let stores: [String]
  /// The number of the next page.
  package let page: UInt64
  /// When the log begins, by the monotonic clock: the segment, if it is one of several.
  package let start: Int64
  /// The segments of the recording that come before it.
  package let older: [OlderSegment]
  /// Where the tail that was there is now, if the log does not have all of it.
  package let keptTail: String?
  private let file: any LogFile
  /// The frames behind the last index, which the next index will list.
  private let index: FrameIndex

  /// Opens the log at `path` of an app. Throws `missing` if there is none.
  package init(
    _ path: String, app: String, on disk: any Disk, pageLength: Int = TailFormat.pageLength
  ) throws(LogError) {
    // Asked first, because opening for writing tells no missing file from a missing folder.
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

  /// Keeps a tail that is damaged, or another recording's, under a free name, which it returns. A tail that is in the log
  /// is simply replaced by the next one.
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

  /// Appends to the log what the tail has, and syncs it. Returns the last step of both, and whether all of the tail could
  /// be read.
  private static func complete(
    _ file: any LogFile, _ log: LogReader, _ tail: TailReading, isTailMissing: Bool
  ) throws(LogError) -> (step: Step, isComplete: Bool) {
    let joint = try TailRecovery(log, tail)
    let length = joint.map { min($0.length, log.wholeLength) } ?? log.wholeLength
    let frames = (joint?.found ?? log.end(isTailMissing: isTailMissing)).frames(at: log.lastMoment)
    // What the app could not synchronize before it was stopped is taken for written as well.
    let doubtful = tail.isEmpty ? length : log.offset(of: log.firstFrame(besides: tail))
    let again = try log.source.read(at: doubtful, count: max(0, length - doubtful))
    try file.cut(to: length)
    do throws(LogError) {
      try again.withBytes { bytes throws(LogError) in try file.writeAgain(bytes) }
      for frame in frames { try file.append(frame.bytes.bytes) }
      try file.sync()
    } catch {
      // The next one must not find frames that may never get to the disk: the tail has them.
      try? file.cut(to: length)
      throw error
    }
    let isOwn = tail.isEmpty || tail.belongs(to: log.header.session)
    return (
      joint?.found.lastStep ?? log.lastStepOfAll, isOwn && joint?.found.losses.isEmpty ?? true
    )
  }

  /// Begins another part of the log. Restarting the app takes a step, after which the stores are in the states of
  /// `checkpoint`.
  ///
  /// `header` has the names of all stores so far and the new ones; `storeList` says which are registered, if not all in
  /// that order.
  package func writer(
    _ header: LogHeader, _ storeList: StoreList?, _ checkpoint: CheckpointDraft, shapes: [Shape],
    isSynced: Bool
  ) throws -> LogWriter {
    try LogWriter(
      file, index, isSynced: isSynced, header: header,
      gap: Gap(steps: step.next...step.next, reason: .restarted), storeList: storeList,
      checkpoint: checkpoint, shapes: shapes)
  }

  /// Opens the log. If its app was stopped before the first frame was whole, nothing was recorded: removes the file and
  /// throws `missing`.
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

  /// Whether all that there is is a beginning of a log's first frame.
  package static func isUnbegun(_ source: any LogSource) throws(LogError) -> Bool {
    let start = try source.read(at: 0, count: LZ4Frame.beginning.count)
    guard start.elementsEqual(LZ4Frame.beginning.prefix(start.count)) else { return false }
    let first = try LogScan.frame(of: source, at: 0, upTo: source.size).frame
    if case .failure(.cut) = first { return true }
    return source.size == 0
  }

  /// Removes the second name that a recorder, stopped in between, gave to the log.
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

  /// The bytes of the tail beside a log; empty if another file has its place.
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
    // What was appended behind it could not be found.
    if let end = log.foreignEnd { throw .damaged(end) }
    guard log.header.app == app else {
      throw .otherApp(path: log.name, app: log.header.app, expected: app)
    }
  }
}

extension LogReader {
  /// What is known of a torn or damaged end, or of one whose tail is missing: nothing.
  fileprivate func end(isTailMissing: Bool) -> TailFrames {
    let isWhole = wholeLength == source.size && (isClosed || !isTailMissing)
    return TailFrames(
      flushed: [], losses: isWhole ? [] : [.init(steps: nil, after: lastStepOfAll)],
      lastMark: lastFlushMark, lastStep: lastStepOfAll)
  }

  /// Where a frame begins, or the log ends.
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

  /// When the last action was that can be read, or the recording began.
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
