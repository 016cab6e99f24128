import PlayheadCoding

/// A scan of a log from its start, which finds its frames and skips damage. It does not read frames that an
/// index lists, unless they begin a part.
package struct LogScan {
  let source: any LogSource
  private var search: FrameSearch
  /// The unpacked records of the last frame that was read, for a check that follows.
  package private(set) var content: [UInt8] = []
  /// The frames so far; a damaged stretch counts as a frame without records.
  package var index = FrameIndex()
  package var faults: [FrameFaultPlace] = []
  var parts: [LogPart] = []
  var course = Course()

  /// The facts from the frames so far that matter for later ones.
  struct Course {
    var isOver = false
    var hasBeginning = false
    /// The session's tag in frames that were made from the tail.
    var session: UInt32?
    /// Whether the last part's header was followed by neither a state nor an action so far.
    var isPartOpen = false
    /// Whether any frame had records.
    var hasRecords = false
    var lastAction: Step?
    /// The last step so far that has an action or is in a known gap.
    var lastTold = Step.initial
  }

  /// The memory that may still be used for facts about the frames.
  private var memory = MemoryBudget()

  /// Whether the bytes from `offset` on do not belong to this log.
  package var isOver: Bool { course.isOver }

  /// Whether that is because another session's header follows.
  package private(set) var isOtherRecording = false

  /// Whether the first header is at the beginning, with nothing lost before it.
  package var hasBeginning: Bool { course.hasBeginning }

  package init(_ source: any LogSource) {
    self.source = source
    search = FrameSearch(source)
  }

  /// The offset of the next frame.
  package var offset: Int { index.byteCount }

  /// The last step so far with an action; without one, the step of the first state.
  package var lastStep: Step { course.lastAction ?? initialStep }

  /// The step of the log's first state; 0 if the beginning is lost.
  package var initialStep: Step { hasBeginning ? parts.first?.start ?? .initial : .initial }

  // MARK: Frames

  /// Takes the frame at `offset`, or skips damage. Returns what is wrong, or `nil`. `entry` is the frame's
  /// entry in an index.
  package mutating func takeNext(
    to limit: Int, as entry: FrameIndex.Entry?
  ) throws(LogError) -> String? {
    guard let refusal = try takeFrame(to: limit) else { return nil }
    // An entry without kinds says nothing about the frame.
    note(refusal, entry.flatMap { $0.kinds.isEmpty ? nil : $0 })
    if !isOver {
      let known = entry.map { offset + $0.length }
      let next = if let known { known } else { try end(ofDamageUpTo: limit) }
      let passed = FrameIndex.Entry(length: next - offset, kinds: [])
      if try isIndex(passed) { faults[faults.count - 1].known = passed }
      append(passed)
    }
    return refusal.fault
  }

  /// Whether a damaged stretch ends like an index: then no record is lost.
  private func isIndex(_ passed: FrameIndex.Entry) throws(LogError) -> Bool {
    let end = offset + passed.length
    let footer = try source.read(
      at: max(0, end - LogFormat.footerLength), count: LogFormat.footerLength)
    return footer.withUnsafeBytes { FrameIndex.length(footer: $0) } == passed.length
  }

  private mutating func takeFrame(to limit: Int) throws(LogError) -> Refusal? {
    let bytes: [UInt8]
    switch try Self.frame(of: source, at: offset, upTo: limit).frame {
    case .success(let frame): bytes = frame
    case .failure(let fault): return .damaged(fault.sentence)
    }
    if Self.isSkippable(bytes) {
      append(.init(length: bytes.count, kinds: []))
      return nil
    }
    switch RecordStream.content(of: bytes) {
    case .success(let records): content = records
    case .failure(let fault): return .damaged(fault.sentence)
    }
    var facts = FrameFacts()
    if let fault = facts.read(content: content) { return .damaged(fault) }
    let entry = facts.entry(length: bytes.count)
    if let refusal = takePart(of: facts, entry) { return refusal }
    let last = facts.chunk == nil ? max(lastStep, course.lastTold) : lastStep
    guard !facts.leadsBack(behind: last) else { return .misplaced(entry) }
    index.count(facts.chunk?.types ?? [])
    if let last = facts.gaps.last?.upperBound { course.lastTold = max(course.lastTold, last) }
    requireHeader(entry)
    append(entry)
    return nil
  }

  /// Uses memory for facts about a frame. Returns a message if there is not enough.
  private mutating func take(memoryOf facts: FrameFacts) -> String? {
    let types = facts.chunk?.types.reduce(0) { sum, type in
      sum + (index.knows(type.type) ? 0 : 128 + type.type.name.utf8.count)
    }
    let names = facts.header?.stores.reduce(512) { $0 + LogHeader.memoryOfName + $1.utf8.count }
    do throws(ByteFault) {
      try memory.take((types ?? 0) + (names ?? 0))
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Takes the header and the state that begin a part. Returns what is wrong, or `nil`.
  mutating func takePart(of facts: FrameFacts, _ entry: FrameIndex.Entry) -> Refusal? {
    memory.allow(forFrameOf: entry.length)
    if let fault = take(memoryOf: facts) { return .damaged(fault) }
    if let session = facts.session, let own = course.session, session != own {
      return .damaged("it belongs to another recording")
    }
    course.session = course.session ?? facts.session
    if let version = facts.otherVersion {
      course.isOver = true
      return .damaged("another Playhead continues here in format version \(version)")
    }
    if let header = facts.header {
      if let first = parts.first, first.header.session != header.session {
        course.isOver = true
        isOtherRecording = true
        return .damaged("another recording begins here")
      }
      let start = facts.checkpoint ?? (parts.isEmpty ? .initial : lastStep)
      guard start >= lastStep else { return .misplaced(entry) }
      if parts.isEmpty { course.hasBeginning = faults.isEmpty && course.lastAction == nil }
      parts.append(LogPart(header: header, start: start))
      if !header.isLost { course.session = FlushMark.tag(of: header.session) }
      course.isPartOpen = facts.checkpoint == nil
    } else if course.isPartOpen, let step = facts.checkpoint, step >= lastStep {
      parts[parts.count - 1].start = step
      course.isPartOpen = false
    }
    if facts.chunk != nil { course.isPartOpen = false }
    return nil
  }

  /// Notes that the first frames are lost if a log does not begin with a header.
  mutating func requireHeader(_ frame: FrameIndex.Entry) {
    guard faults.isEmpty, !course.hasRecords, !frame.kinds.isEmpty,
      !frame.kinds.contains(.of(.header))
    else { return }
    note(.damaged("it holds no header, with which every log begins"), nil, isWhole: true)
  }

  mutating func append(_ frame: FrameIndex.Entry) {
    index.append(frame)
    course.hasRecords = course.hasRecords || !frame.kinds.isEmpty
    guard let steps = frame.steps else { return }
    course.lastAction = steps.upperBound
    course.lastTold = max(course.lastTold, steps.upperBound)
  }

  mutating func note(
    _ refusal: Refusal, _ frame: FrameIndex.Entry?, isWhole: Bool = false
  ) {
    faults.append(
      .init(
        frame: index.frames.count, offset: offset, fault: refusal.fault,
        known: refusal.misplaced ?? frame, isWhole: isWhole, isMisplaced: refusal.misplaced != nil))
  }

  /// The offset at which frames continue after the damage at `offset`.
  private mutating func end(ofDamageUpTo limit: Int) throws(LogError) -> Int {
    // Usually the damage is in the frame's content, and its blocks still lead to its end.
    if case .success(let bytes) = try Self.frame(of: source, at: offset, upTo: limit).frame {
      let end = offset + bytes.count
      if end == limit { return end }
      let next = try source.read(at: end, count: min(FrameHeader.longest, limit - end))
      if (try? next.withUnsafeBytes { try FrameHeader.read($0) }) != nil { return end }
    }
    return try search.nextFrame(from: offset + 1, to: limit) ?? limit
  }
}
