import PlayheadCoding

/// A walk over a log from its start, which finds out which frames it has, and passes over what is
/// damaged.
///
/// Where an index tells of the frames, they are not read, besides those that begin a part.
struct LogScan {
  private let source: any LogSource
  private var search: FrameSearch
  /// Every frame so far; a damaged stretch counts as a frame without records.
  private(set) var index = FrameIndex()
  private(set) var faults: [FrameFaultPlace] = []
  private(set) var parts: [LogPart] = []
  /// Whether what begins at `offset` does not belong to this log.
  private(set) var isOver = false
  /// Whether the first header stands at the beginning, with nothing lost before it.
  private(set) var hasBeginning = false
  /// What stands for the recording in the frames that were made of its tail.
  private var session: UInt32?
  /// Whether the last part's header was met, and neither a state nor an action behind it.
  private var isPartOpen = false

  init(_ source: any LogSource) {
    self.source = source
    search = FrameSearch(source)
  }

  /// Where the next frame begins.
  var offset: Int { index.byteCount }

  /// The last step so far that has an action; that of the first state without any.
  var lastStep: Step {
    index.frames.last { $0.count > 0 }?.steps?.upperBound ?? initialStep
  }

  /// The step of the log's first state. Where the beginning is gone, it may have been the very first.
  var initialStep: Step { hasBeginning ? parts.first?.start ?? .initial : .initial }

  // MARK: Sections

  /// Takes in all frames of a section.
  mutating func take(_ section: LogSection) throws(LogError) {
    if let known = section.index, try take(known) {
      index.append(.init(length: section.end - offset, kinds: []))
    } else {
      while offset < section.end, !isOver { _ = try takeNext(to: section.end, as: nil) }
    }
  }

  /// A log that does not begin with a header lacks its first frames.
  private mutating func requireHeader(_ frame: FrameIndex.Entry) {
    guard faults.isEmpty, !frame.kinds.isEmpty, !frame.kinds.contains(.of(.header)),
      !index.frames.contains(where: { !$0.kinds.isEmpty })
    else { return }
    note("it holds no header, with which every log begins", nil, isWhole: true)
  }

  /// Takes in the frames of an index if they go on from those before and belong to this log.
  private mutating func take(_ known: FrameIndex) throws(LogError) -> Bool {
    if let first = known.frames.first(where: { $0.count > 0 }), first.firstStep <= lastStep.number {
      return false
    }
    var ahead = self
    for frame in known.frames {
      ahead.requireHeader(frame)
      if let fault = try ahead.takeKnown(frame) {
        guard !ahead.isOver else { return false }
        ahead.note(fault, frame)
      }
      ahead.index.append(frame)
    }
    for type in known.types { ahead.index.count(type.type, type.count) }
    self = ahead
    return true
  }

  /// Reads a frame that begins a part; says what is wrong with it, or nil.
  private mutating func takeKnown(_ frame: FrameIndex.Entry) throws(LogError) -> String? {
    let isOfInterest =
      frame.kinds.contains(.of(.header)) || isPartOpen && frame.kinds.contains(.of(.checkpoint))
    guard isOfInterest else {
      if frame.count > 0 { isPartOpen = false }
      return nil
    }
    var facts = FrameFacts()
    return facts.read(try source.read(at: offset, count: frame.length)) ?? takePart(of: facts)
  }

  private mutating func note(
    _ fault: String, _ frame: FrameIndex.Entry?, isWhole: Bool = false
  ) {
    faults.append(
      .init(
        frame: index.frames.count, offset: offset, fault: fault, known: frame, isWhole: isWhole))
  }

  // MARK: Frames

  /// Takes in the frame at `offset`, or passes over what is damaged there; says what is wrong, or nil.
  /// `entry` is what an index tells of it.
  mutating func takeNext(
    to limit: Int, as entry: FrameIndex.Entry?
  ) throws(LogError) -> String? {
    guard let fault = try takeFrame(to: limit) else { return nil }
    // Of what has no records that this build knows, it is not known what it was.
    note(fault, entry.flatMap { $0.kinds.isEmpty ? nil : $0 })
    if !isOver {
      let known = entry.map { offset + $0.length }
      let next = if let known { known } else { try end(ofDamageUpTo: limit) }
      let passed = FrameIndex.Entry(length: next - offset, kinds: [])
      if try isIndex(passed) { faults[faults.count - 1].known = passed }
      index.append(passed)
    }
    return fault
  }

  /// Whether a damaged stretch is an index, as its last bytes say: then no record is lost.
  private func isIndex(_ passed: FrameIndex.Entry) throws(LogError) -> Bool {
    let end = offset + passed.length
    let footer = try source.read(
      at: max(0, end - LogFormat.footerLength), count: LogFormat.footerLength)
    return footer.withUnsafeBytes { FrameIndex.length(footer: $0) } == passed.length
  }

  private mutating func takeFrame(to limit: Int) throws(LogError) -> String? {
    let bytes: [UInt8]
    switch try Self.frame(of: source, at: offset, upTo: limit).frame {
    case .success(let frame): bytes = frame
    case .failure(let fault): return fault.sentence
    }
    if Self.isSkippable(bytes) {
      index.append(.init(length: bytes.count, kinds: []))
      return nil
    }
    var facts = FrameFacts()
    if let fault = facts.read(bytes) ?? takePart(of: facts) { return fault }
    var entry = FrameIndex.Entry(length: bytes.count, kinds: facts.kinds)
    if let chunk = facts.chunk {
      guard chunk.firstStep > lastStep else { return "its steps do not follow those before it" }
      entry.firstStep = chunk.firstStep.number
      entry.count = chunk.count
      for (type, count) in chunk.types { index.count(type, count) }
    }
    requireHeader(entry)
    index.append(entry)
    return nil
  }

  /// Takes in the header and the state with which a part begins; says what is wrong, or nil.
  private mutating func takePart(of facts: FrameFacts) -> String? {
    if let session = facts.session, let own = self.session, session != own {
      return "it belongs to another recording"
    }
    session = session ?? facts.session
    if let version = facts.newerVersion {
      isOver = true
      return "a newer Playhead goes on here, in format version \(version)"
    }
    if let header = facts.header {
      if let first = parts.first, first.header.session != header.session {
        isOver = true
        return "another recording begins here"
      }
      let start = facts.checkpoint ?? (parts.isEmpty ? .initial : lastStep)
      guard start >= lastStep || parts.isEmpty else {
        return "its steps do not follow those before it"
      }
      if parts.isEmpty { hasBeginning = faults.isEmpty && !index.frames.contains { $0.count > 0 } }
      parts.append(LogPart(header: header, start: start))
      if !header.isLost { session = SealMark.tag(of: header.session) }
      isPartOpen = facts.checkpoint == nil
    } else if isPartOpen, let step = facts.checkpoint, step >= lastStep {
      parts[parts.count - 1].start = step
      isPartOpen = false
    }
    if facts.chunk != nil { isPartOpen = false }
    return nil
  }

  /// Where frames go on behind the damage at `offset`.
  private mutating func end(ofDamageUpTo limit: Int) throws(LogError) -> Int {
    // Mostly the damage is in what the frame holds, and its blocks still lead to its end.
    if case .success(let bytes) = try Self.frame(of: source, at: offset, upTo: limit).frame {
      let end = offset + bytes.count
      if end == limit { return end }
      let next = try source.read(at: end, count: min(FrameHeader.longest, limit - end))
      if (try? next.withUnsafeBytes { try FrameHeader.read($0) }) != nil { return end }
    }
    return try search.nextFrame(from: offset + 1, to: limit) ?? limit
  }
}
