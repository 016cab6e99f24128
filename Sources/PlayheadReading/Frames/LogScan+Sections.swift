import PlayheadLog
import PlayheadCoding
extension LogScan {
  mutating func add(_ section: LogSection) throws(ReadingError) {
    if let known = section.index, try add(known) {
      if !isOver { append(.init(length: section.end - offset, kinds: [])) }
    } else {
      while offset < section.end, !isOver { _ = try scanNext(to: section.end, as: nil) }
    }
  }

  /// Adds the frames of an index if they continue those before and belong to this log.
  private mutating func add(_ known: FrameIndex) throws(ReadingError) -> Bool {
    if let first = known.frames.first(where: { $0.count > 0 }), first.firstStep <= lastStep.number {
      return false
    }
    for frame in known.frames {
      requireHeader(frame)
      if let fault = try readKnown(frame) {
        note(fault, frame)
        if isOver { return true }
      }
      append(frame)
    }
    index.count(known.types)
    return true
  }

  /// Reads a frame with the log's beginning. Returns what is wrong with it, or `nil`.
  private mutating func readKnown(_ frame: FrameIndex.Entry) throws(ReadingError) -> String? {
    let isOfInterest =
      frame.kinds.contains(.of(.header))
      || start == nil && frame.kinds.contains(.of(.checkpoint))
    guard isOfInterest else {
      if frame.count > 0, start == nil { start = .initial }
      return nil
    }
    var facts = FrameFacts()
    let fault = facts.read(try source.read(at: offset, count: frame.length))
    return fault ?? readBeginning(in: facts, frame)
  }
}
