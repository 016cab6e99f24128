extension LogScan {
  mutating func take(_ section: LogSection) throws(LogError) {
    if let known = section.index, try take(known) {
      append(.init(length: section.end - offset, kinds: []))
    } else {
      while offset < section.end, !isOver { _ = try takeNext(to: section.end, as: nil) }
    }
  }

  /// Takes the frames of an index if they continue those before and belong to this log.
  private mutating func take(_ known: FrameIndex) throws(LogError) -> Bool {
    if let first = known.frames.first(where: { $0.count > 0 }), first.firstStep <= lastStep.number {
      return false
    }
    let before = mark
    for frame in known.frames {
      requireHeader(frame)
      if let refusal = try takeKnown(frame) {
        if isOver {
          goBack(to: before)
          return false
        }
        note(refusal, frame)
      }
      append(frame)
    }
    index.count(known.types)
    return true
  }

  private typealias Mark = (course: Course, frames: Int, faults: Int, parts: Int, part: LogPart?)

  /// The current position.
  private var mark: Mark {
    (course, index.frames.count, faults.count, parts.count, parts.last)
  }

  /// Forgets the frames since `mark`, except for their types.
  private mutating func goBack(to mark: Mark) {
    course = mark.course
    index.removeFrames(from: mark.frames)
    faults.removeSubrange(mark.faults...)
    parts.removeSubrange(mark.parts...)
    // A checkpoint may have changed the part's start.
    if let part = mark.part { parts[mark.parts - 1] = part }
  }

  /// Reads a frame that begins a part. Returns what is wrong with it, or `nil`.
  private mutating func takeKnown(_ frame: FrameIndex.Entry) throws(LogError) -> Refusal? {
    let isOfInterest =
      frame.kinds.contains(.of(.header))
      || course.isPartOpen && frame.kinds.contains(.of(.checkpoint))
    guard isOfInterest else {
      if frame.count > 0 { course.isPartOpen = false }
      return nil
    }
    var facts = FrameFacts()
    let fault = facts.read(try source.read(at: offset, count: frame.length))
    return fault.map { .damaged($0) } ?? takePart(of: facts, frame)
  }
}
