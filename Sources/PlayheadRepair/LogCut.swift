import PlayheadCoding
package import PlayheadReading
package import PlayheadLog

/// A part of a session as a separate log: the actions of some steps with their numbers, the state before
/// them, and all other records of those steps. Causes may be earlier.
package struct LogCut {
  private let log: LogReader
  /// The steps whose actions are kept.
  package let steps: ClosedRange<Step>
  /// The step before them, with the new log's first state.
  package let start: Step
  /// The stores at that step.
  private let epoch: StoreListHistory.Epoch

  /// The actions of `steps`; the log must have the first and the last of these.
  package init(_ log: LogReader, _ steps: ClosedRange<Step>) throws {
    try log.requireWhole()
    self.log = log
    self.steps = steps
    _ = try log.chunk(holding: steps.lowerBound)
    _ = try log.chunk(holding: steps.upperBound)
    start = Step(steps.lowerBound.number - 1)
    epoch = try log.storeLists.epoch(after: start)
    for resumption in log.resumptions where steps.contains(resumption.step.next) {
      guard resumption.origin >= start else {
        throw RewriteError.resumed(path: log.name, resumption)
      }
    }
  }

  /// Whether the log has the state of every store at `start`. If not, a replay must compute it.
  package func hasState() throws -> Bool { try ownState() != nil }

  /// The log's record of the state at `start`.
  private func ownState() throws -> [UInt8]? {
    // Stores that arrived at that step have their states elsewhere.
    guard epoch.step < start || epoch.arrived.isEmpty else { return nil }
    var state: [UInt8]?
    for (number, frame) in log.index.frames.enumerated()
    where frame.kinds.contains(.of(.checkpoint)) {
      try log.forEachRecord(in: number) { kind, body throws(ByteFault) in
        guard kind == .checkpoint else { return }
        let checkpoint = try Checkpoint(from: body)
        if checkpoint.step == start, checkpoint.storeCount == epoch.count { state = Array(body) }
      }
    }
    return state
  }

  /// Writes the new log to `path`, which must not exist yet, and checks it. `state` is the record of the states at `start`,
  /// if the log does not have it.
  package func write(to path: String, _ state: [UInt8]? = nil) throws {
    let file = try OutputFile(fileAt: path, mode: log.mode)
    try write(into: file, state)
    try file.finish()
  }

  /// Writes the new log into a file that does not have its name yet.
  package func write(into file: OutputFile, _ state: [UInt8]? = nil) throws {
    let rewriter = LogRewriter(file)
    try begin(rewriter, try ownState() ?? state)
    var copy = CutCopy(steps: steps, log: log)
    try log.forEachFrame { frame, _ in
      if case .records(let content) = frame { try copy.append(content, rewriter) }
    }
    try append(.end, to: rewriter) { bytes in
      RecordingEnd(
        step: steps.upperBound, moment: try log.entry(at: steps.upperBound).moment,
        cause: steps.upperBound == log.lastStep ? log.ending.cause : .closed
      ).encode(to: bytes)
    }
    try rewriter.finish()
    // Without stores, nobody knows the state.
    try file.requireSound(madeOf: log.name) { $0 != .noInitialState }
  }

  /// Writes the header with the names of the stores so far, the list of registered stores, and their states.
  private func begin(_ rewriter: LogRewriter, _ state: [UInt8]?) throws {
    var header = log.header
    header.stores = Array(log.stores.prefix(epoch.count))
    try append(.header, to: rewriter) { header.encode(to: $0) }
    if epoch.registered != Array(0..<epoch.count) {
      let storeList = StoreList(step: start, stores: header.stores, registered: epoch.registered)
      try append(.storeList, to: rewriter) { bytes in
        try storeList.encode(
          knowing: 0, CheckpointDraft(step: start), shapes: DecodingCore(shapes: []), to: bytes)
      }
    }
    if let state { try append(.checkpoint, to: rewriter) { $0.append(state) } }
  }

  private func append(
    _ kind: RecordKind, to rewriter: LogRewriter, _ fill: (ByteBuffer) throws -> Void
  ) throws {
    let body = ByteBuffer()
    try fill(body)
    try rewriter.append(kind.rawValue, body.bytes)
  }
}

/// Copies the records of some steps. Drops records of unknown kinds, because their steps are unknown.
private struct CutCopy {
  let steps: ClosedRange<Step>
  let log: LogReader
  /// Whether a store list of the current frame was copied.
  private var hasStoreList = false

  init(steps: ClosedRange<Step>, log: LogReader) { (self.steps, self.log) = (steps, log) }

  /// Copies the records of the steps from a frame's content.
  mutating func append(_ content: [UInt8], _ rewriter: LogRewriter) throws {
    hasStoreList = false
    try content.withUnsafeBytes { content in
      var stream = RecordStream(content)
      while let (kind, body) = try stream.next() {
        if let kind, try isWanted(kind, body) { try copy(kind, body, to: rewriter) }
      }
    }
    try rewriter.endInputFrame()
  }

  /// Whether a record belongs to the steps. The cut writes its own beginning and end.
  private mutating func isWanted(
    _ kind: RecordKind, _ body: UnsafeRawBufferPointer
  ) throws(ByteFault) -> Bool {
    let start = Step(steps.lowerBound.number - 1)
    switch kind {
    case .checkpoint: return steps.contains(try step(of: body))
    case .storeList: return steps.contains(try step(of: body))
    case .note, .digests: return (start...steps.upperBound).contains(try step(of: body))
    case .gap: return steps.overlaps(try Gap(from: body).steps)
    case .chunk: return steps.overlaps(try ChunkHead(body).steps)
    case .resumption: return steps.contains(try Resumption(from: body).step.next)
    case .header, .end, .flushMark: return false
    }
  }

  /// The step at the beginning of the record.
  private func step(of body: UnsafeRawBufferPointer) throws(ByteFault) -> Step {
    var reader = ByteReader(body)
    return try reader.step()
  }

  private mutating func copy(
    _ kind: RecordKind, _ body: UnsafeRawBufferPointer, to rewriter: LogRewriter
  ) throws {
    guard kind == .storeList, !hasStoreList else {
      return try rewriter.append(kind.rawValue, body, steps)
    }
    hasStoreList = true
    // Completed with the names that earlier lists of its frame have; the states stay as they are.
    var reader = RecordStream.reader(of: body)
    let list = try StoreList(from: &reader)
    guard list.count <= log.stores.count else { throw ByteFault.malformed("a store list", at: 0) }
    let whole = StoreList(
      step: list.step, stores: Array(log.stores.prefix(list.count)), registered: list.registered,
      arrived: list.arrived)
    let bytes = ByteBuffer()
    whole.encodeHead(knowing: 0, to: bytes)
    bytes.append(UnsafeRawBufferPointer(rebasing: body[reader.position...]))
    try rewriter.append(kind.rawValue, bytes.bytes)
  }
}
