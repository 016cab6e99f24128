import PlayheadCoding
import PlayheadReading
import PlayheadLog

/// A frame of a branch that is in no file: some of its actions, or other records of a recorded frame.
struct BranchFrame {
  /// Consecutive actions.
  enum Item {
    /// Actions of the recording, by their steps.
    case recorded(ClosedRange<Step>)
    /// A changed or inserted action.
    case made(MadeAction)
  }

  /// A frame of the recording.
  struct Place {
    let number: Int
    let offset: Int
    let entry: FrameIndex.Entry
  }

  /// The frame's entry in the index.
  private(set) var entry: FrameIndex.Entry
  /// The frame of the recording with its actions; nil if all were made.
  private var place: Place?
  private var items: [Item] = []

  /// A frame of actions from `step` on.
  init(_ item: Item, of place: Place?, at step: Step) {
    entry = .init(length: 1, kinds: .of(.chunk), firstStep: step.number)
    append(item, of: place)
  }

  /// A frame of the records of these kinds in a recorded frame.
  init(asidesOf place: Place, _ kinds: RecordKinds) {
    (self.place, entry) = (place, .init(length: 1, kinds: kinds))
  }

  /// Whether `item` can be added to the frame.
  func takes(_ item: Item, of other: Place?) -> Bool {
    guard let other else { return entry.count < LogFormat.chunkActions }
    return place.map { $0.number == other.number } ?? true
  }

  mutating func append(_ item: Item, of other: Place?) {
    place = place ?? other
    items.append(item)
    entry.count += item.count
  }

  // MARK: Content

  /// The frame's records, or the fault in the frame of the recording.
  func content(
    from source: any LogSource, _ plan: BranchPlan, _ kept: KeptChunk
  ) throws(LogError) -> Result<[UInt8], FrameFault> {
    var records: [UInt8] = []
    let isPlain = entry.count > 0 && !hasMade
    let known = place.flatMap { isPlain ? kept.chunk(of: $0.number) : nil }
    if let place, known == nil {
      switch try source.content(at: place.offset, count: place.entry.length) {
      case .success(let content): records = content
      case .failure(let fault): return .failure(fault)
      }
    }
    do throws(ByteFault) {
      guard entry.count > 0 else { return .success(try asides(records, plan)) }
      return .success(try chunk(known, records, plan, kept))
    } catch {
      return .failure(.malformed(error.sentence))
    }
  }

  private var hasMade: Bool { items.contains { if case .made = $0 { true } else { false } } }

  /// The chunk of the frame's actions. They come from a known chunk, from `records`, or were made.
  private func chunk(
    _ known: Chunk?, _ records: [UInt8], _ plan: BranchPlan, _ kept: KeptChunk
  ) throws(ByteFault) -> [UInt8] {
    // Rows refer to shapes by number, so the shapes of several chunks get common numbers.
    let pool = hasMade ? ShapePool() : nil
    var recorded = known
    try forEachRecord(in: records) { (number, body) throws(ByteFault) in
      if number == RecordKind.chunk.rawValue { recorded = try Chunk(body, pool: pool) }
    }
    if let place, let recorded, pool == nil { kept.keep(recorded, of: place.number) }
    let copy = ChunkCopy(firstStep: Step(entry.firstStep))
    for item in items {
      switch item {
      case .recorded(let steps):
        for number in steps.lowerBound.number...steps.upperBound.number {
          try append(Step(number), of: recorded, plan, to: copy)
        }
      case .made(let made):
        let body = ByteBuffer()
        body.append(made.body)
        append(
          try Chunk(body.bytes, pool: pool), 0, cause: plan.place(ofCause: made.cause), to: copy)
      }
    }
    let names = copy.names(
      shapes: pool?.shapes ?? recorded?.shapes ?? [], timing: recorded?.head.timing ?? .exact)
    let (body, output) = (ByteBuffer(), ByteBuffer())
    try copy.draft.encode(names, to: body)
    output.append(varint: RecordKind.chunk.rawValue)
    output.append(sized: body.bytes)
    return output.array
  }

  /// Appends the recording's action of a step.
  private func append(
    _ origin: Step, of recorded: Chunk?, _ plan: BranchPlan, to copy: ChunkCopy
  ) throws(ByteFault) {
    guard let recorded, recorded.steps.contains(origin) else {
      throw ByteFault.malformed("a frame whose records do not match the index", at: 0)
    }
    let index = Int(origin.number - recorded.head.firstStep.number)
    append(recorded, index, cause: plan.place(ofCause: recorded.head.cause(of: index)), to: copy)
    // The app stopped within the action. Another action follows it here, so it was handled.
    if index >= recorded.head.changedColumn.count, plan.place(of: origin) != plan.lastStep {
      copy.setOutcome(changed: [], nanoseconds: 0)
    }
  }

  private func append(_ chunk: Chunk, _ index: Int, cause: Step?, to copy: ChunkCopy) {
    let next = copy.nextStep
    copy.append(chunk, index, cause: cause.flatMap { $0 < next ? $0 : nil })
  }

  /// The records of its kinds that hold in the branch, with the branch's steps.
  private func asides(_ records: [UInt8], _ plan: BranchPlan) throws(ByteFault) -> [UInt8] {
    let output = ByteBuffer()
    try forEachRecord(in: records) { (number, body) throws(ByteFault) in
      guard let kind = RecordKind(rawValue: number), entry.kinds.contains(.of(kind)),
        let body = try aside(kind, body, plan)
      else { return }
      output.append(varint: number)
      output.append(sized: body.bytes)
    }
    return output.array
  }

  private func aside(
    _ kind: RecordKind, _ body: UnsafeRawBufferPointer, _ plan: BranchPlan
  ) throws(ByteFault) -> ByteBuffer? {
    let output = ByteBuffer()
    switch kind {
    case .note:
      var note = try Note(from: body)
      guard let step = note.step <= plan.base ? note.step : plan.place(of: note.step) else {
        return nil
      }
      note.step = step
      note.encode(to: output)
      return output
    case .gap: guard try Gap(from: body).steps.upperBound <= plan.base else { return nil }
    case .checkpoint: guard try Checkpoint(from: body).step <= plan.base else { return nil }
    default: return nil
    }
    output.append(body)
    return output
  }
}

extension BranchFrame.Item {
  fileprivate var count: Int {
    if case .recorded(let steps) = self { steps.count } else { 1 }
  }
}

private func forEachRecord(
  in records: [UInt8],
  _ body: (_ kind: UInt64, _ body: UnsafeRawBufferPointer) throws(ByteFault) -> Void
) throws(ByteFault) {
  let result = records.withUnsafeBytes { bytes in
    Result { () throws(ByteFault) in
      var stream = RecordStream(bytes)
      while let record = try stream.nextNumbered() { try body(record.kind, record.body) }
    }
  }
  try result.get()
}
