package import PlayheadLog
import PlayheadCoding
import PlayheadValues

/// A scan of a log from its start, which finds its frames and skips damage. It does not read frames that an
/// index lists, except for the first.
package struct LogScan {
  let source: any LogSource
  private var search: FrameSearch
  /// The frames so far; a damaged run of bytes counts as a frame without records.
  package var index = FrameIndex()
  package var faults: [LocatedFrameFault] = []
  /// The header, if the log has a readable one.
  package private(set) var header: LogHeader?
  /// Whether another log begins at `offset`, which is not read.
  package private(set) var isOver = false
  /// Whether the header comes before everything else that is readable.
  package private(set) var hasBeginning = false
  /// The step of the log's first state; `nil` before that was read.
  var start: Step?
  /// The session's tag in frames that were made from the tail.
  private var session: UInt32?
  /// Whether any frame had records.
  private var hasRecords = false
  private var lastAction: Step?
  /// The last step so far that has an action or is in a known gap.
  private var lastKnown = Step.initial
  /// The memory that may still be used for facts about the frames.
  private var memory = MemoryBudget()

  package init(_ source: any LogSource) {
    self.source = source
    search = FrameSearch(source)
  }

  /// The offset of the next frame.
  package var offset: Int { index.byteCount }

  /// The last step so far with an action; without one, the step of the first state.
  package var lastStep: Step { lastAction ?? initialStep }

  /// The step of the log's first state; 0 if the beginning is lost.
  package var initialStep: Step { hasBeginning ? start ?? .initial : .initial }

  // MARK: Frames

  /// Reads the frame at `offset`, or skips damage. Returns what is wrong, or `nil`. `entry` is the frame's
  /// entry in an index. `check` gets the frame's unpacked records and its length, and may find another fault.
  package mutating func scanNext(
    to limit: Int, as entry: FrameIndex.Entry?,
    _ check: (_ content: [UInt8], _ length: Int) -> String? = { _, _ in nil }
  ) throws(ReadingError) -> String? {
    guard let fault = try scanFrame(to: limit, check) else { return nil }
    // An entry without kinds says nothing about the frame.
    note(fault, entry.flatMap { $0.kinds.isEmpty ? nil : $0 })
    if !isOver {
      let known = entry.map { offset + $0.length }
      let next = if let known { known } else { try end(ofDamageUpTo: limit) }
      let passed = FrameIndex.Entry(length: next - offset, kinds: [])
      if try isIndex(passed) { faults[faults.count - 1].known = passed }
      append(passed)
    }
    return fault
  }

  /// Whether a damaged run of bytes ends like an index: then no record is lost.
  private func isIndex(_ passed: FrameIndex.Entry) throws(ReadingError) -> Bool {
    let end = offset + passed.length
    let footer = try source.read(
      at: max(0, end - LogFormat.footerLength), count: LogFormat.footerLength)
    return footer.withUnsafeBytes { FrameIndex.length(footer: $0) } == passed.length
  }

  private mutating func scanFrame(
    to limit: Int, _ check: (_ content: [UInt8], _ length: Int) -> String?
  ) throws(ReadingError) -> String? {
    let bytes: [UInt8]
    switch try Self.frame(of: source, at: offset, upTo: limit).frame {
    case .success(let frame): bytes = frame
    case .failure(let fault): return fault.sentence
    }
    if Self.isSkippable(bytes) {
      append(.init(length: bytes.count, kinds: []))
      return nil
    }
    let content: [UInt8]
    switch RecordStream.content(of: bytes) {
    case .success(let records): content = records
    case .failure(let fault): return fault.sentence
    }
    var facts = FrameFacts()
    if let fault = facts.read(content: content) { return fault }
    let entry = facts.entry(length: bytes.count)
    if let fault = readBeginning(in: facts, entry) { return fault }
    if let steps = facts.steps {
      guard steps.lowerBound > lastKnown else {
        return "its steps do not follow those before it"
      }
    }
    if let resumption = facts.resumption, resumption.origin < initialStep {
      return "its session went on from a step before the log"
    }
    if let fault = check(content, bytes.count) { return fault }
    lastKnown = facts.steps?.upperBound ?? lastKnown
    index.count(facts.chunk?.types ?? [])
    requireHeader(entry)
    append(entry)
    return nil
  }

  /// Uses memory for facts about a frame. Returns a message if there is not enough.
  private mutating func reserve(memoryOf facts: FrameFacts) -> String? {
    let types = facts.chunk?.types.reduce(0) { sum, type in
      sum + (index.knows(type.type) ? 0 : 128 + type.type.name.utf8.count)
    }
    let names = facts.header?.stores.reduce(512) { $0 + LogHeader.memoryOfName + $1.utf8.count }
    do throws(ByteFault) {
      try memory.reserve((types ?? 0) + (names ?? 0))
      return nil
    } catch {
      return error.sentence
    }
  }

  /// Reads the header and the first state from the frames that have them. Returns what is wrong, or `nil`.
  mutating func readBeginning(in facts: FrameFacts, _ entry: FrameIndex.Entry) -> String? {
    memory.allow(forFrameOf: entry.length)
    if let fault = reserve(memoryOf: facts) { return fault }
    if entry.kinds.contains(.of(.header)), hasRecords {
      let own = facts.header.map { FlushMark.tag(of: $0.session) }
      if own != nil, own == session { return "it begins the log again" }
      isOver = true
      return "another log begins here"
    }
    if let session, let own = facts.session, own != session {
      return "it belongs to another recording"
    }
    session = session ?? facts.session
    if let header = facts.header {
      self.header = header
      hasBeginning = true
      if !header.isLost { session = FlushMark.tag(of: header.session) }
    }
    if start == nil {
      start = facts.checkpoint ?? (facts.chunk == nil ? nil : .initial)
    }
    return nil
  }

  /// Notes that the first frames are lost if a log does not begin with a header.
  mutating func requireHeader(_ frame: FrameIndex.Entry) {
    guard faults.isEmpty, !hasRecords, !frame.kinds.isEmpty,
      !frame.kinds.contains(.of(.header))
    else { return }
    note("it holds no header, with which every log begins", nil, isWhole: true)
  }

  mutating func append(_ frame: FrameIndex.Entry) {
    index.append(frame)
    hasRecords = hasRecords || !frame.kinds.isEmpty
    guard let steps = frame.steps else { return }
    lastAction = steps.upperBound
    lastKnown = max(lastKnown, steps.upperBound)
  }

  mutating func note(_ fault: String, _ known: FrameIndex.Entry?, isWhole: Bool = false) {
    faults.append(
      LocatedFrameFault(
        frame: index.frames.count, offset: offset, fault: fault, known: known, isWhole: isWhole))
  }

  /// The offset at which frames continue after the damage at `offset`.
  private mutating func end(ofDamageUpTo limit: Int) throws(ReadingError) -> Int {
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
