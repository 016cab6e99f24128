package import PlayheadLog
import PlayheadCoding
import PlayheadValues

/// The place where a tail continues its log, and its frames from there on.
package struct TailRecovery {
  /// The number of the log's bytes that count: the tail has later ones, or they are lost.
  package let length: Int
  package let found: TailFrames

  private init(length: Int, found: TailFrames) {
    (self.length, self.found) = (length, found)
  }

  /// `nil` if the tail belongs to another log, or if the log has all of it.
  package init?(_ log: LogReader, _ tail: TailReading) throws(ReadingError) {
    guard let joint = try Self(beforeDamageOf: log, tail) ?? Self(atTheEndOf: log, tail) else {
      return nil
    }
    self = joint
  }

  /// Continues after the log's last frame that was made from a page.
  private init?(atTheEndOf log: LogReader, _ tail: TailReading) {
    let mark = log.lastFlushMark
    // A closed log without flush marks was recovered or packed, and is complete.
    guard mark != nil || !log.isClosed, let session = tail.session(of: log, mark) else {
      return nil
    }
    found = tail.frames(of: session, after: mark, step: log.lastStepOfAll)
    if log.isClosed, found.flushed.isEmpty { return nil }
    // A torn end stays and is reported, unless the tail has its content.
    let hasAll = !tail.isEmpty && found.losses.isEmpty
    length = found.flushed.isEmpty && !hasAll ? log.source.size : log.wholeLength
  }

  /// Continues before the first damage among frames with pages that the tail still has. After a loss of power
  /// any of these may be missing on the disk. `nil` without such damage, or if the log has more than the
  /// tail.
  private init?(beforeDamageOf log: LogReader, _ tail: TailReading) throws(ReadingError) {
    guard tail.hasContent, let offset = try log.firstDamage(from: log.firstFrame(besides: tail)),
      offset > 0
    else { return nil }
    let start = try LogReader(JoinedSource([(log.source, offset)]), name: log.name)
    guard let joint = Self(atTheEndOf: start, tail), joint.found.has(log.frames(from: offset)),
      joint.found.reaches(log.lastFlushMark)
    else { return nil }
    self = joint
  }
}

extension LogReader {
  /// The first frame that may not be on the disk yet: its page is still in the tail.
  func firstFrame(besides tail: TailReading) -> Int {
    for number in index.frames.indices.reversed() {
      if let mark = flushMark(of: number), mark.page < tail.firstPage { return number + 1 }
      if index.frames[number].kinds.contains(.of(.header)) { return number }
    }
    return 0
  }

  /// The offset of the first unreadable frame from `first` on. Reads frames even if an index lists them.
  fileprivate func firstDamage(from first: Int) throws(ReadingError) -> Int? {
    for number in index.frames.indices.dropFirst(first) {
      if faults.contains(where: { $0.frame == number && !$0.isWhole }) { return offsets[number] }
      guard !index.frames[number].kinds.isEmpty else { continue }
      var facts = FrameFacts()
      let bytes = try source.read(at: offsets[number], count: index.frames[number].length)
      if MemoryLimit.lifted({ facts.read(bytes) }) != nil { return offsets[number] }
    }
    return nil
  }

  /// The frames that begin at an offset or later.
  fileprivate func frames(from offset: Int) -> [FrameIndex.Entry] {
    zip(index.frames, offsets).filter { $0.1 >= offset }.map(\.0)
  }

  /// The flush mark of the last frame that was made from a page of the tail.
  package var lastFlushMark: FlushMark? {
    for number in index.frames.indices.reversed() {
      if let mark = flushMark(of: number) { return mark }
    }
    return nil
  }

  private func flushMark(of frame: Int) -> FlushMark? {
    guard index.frames[frame].kinds.contains(.of(.flushMark)) else { return nil }
    var mark: FlushMark?
    let read: Void? = try? forEachRecord(in: frame) { kind, body throws(ByteFault) in
      if kind == .flushMark { mark = try FlushMark(from: body) }
    }
    return read == nil ? nil : mark
  }
}

extension TailFrames {
  /// Whether the tail was read up to the frame with a mark.
  fileprivate func reaches(_ mark: FlushMark?) -> Bool {
    guard let mark else { return true }
    return lastMark.map { $0 >= mark } ?? false
  }

  /// Whether these frames have all actions of `frames`.
  fileprivate func has(_ frames: [FrameIndex.Entry]) -> Bool {
    frames.compactMap(\.steps).allSatisfy { steps in
      flushed.compactMap(\.entry.steps).contains {
        $0.lowerBound <= steps.lowerBound && steps.upperBound <= $0.upperBound
      }
    }
  }
}

extension TailReading {
  /// The session of its pages, if it is the log's. Without a header, the log's flush marks decide.
  fileprivate func session(of log: LogReader, _ mark: FlushMark?) -> UInt64? {
    if log.hasHeader {
      let session = log.header.session
      return belongs(to: session) ? TailFormat.session(session) : nil
    }
    guard let session, let mark else { return nil }
    return mark.session == UInt32(truncatingIfNeeded: session) ? session : nil
  }
}
