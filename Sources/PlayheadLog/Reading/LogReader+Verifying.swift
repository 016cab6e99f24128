import PlayheadCoding

/// What a check of every byte of a log found.
public struct Verification: Sendable {
  /// How many frames the file has, the index included.
  public internal(set) var frames = 0
  /// How many chunks of actions could be read.
  public internal(set) var chunks = 0
  /// How many actions could be read.
  public internal(set) var actions = 0
  /// What is wrong, in order of the file. Empty: the log is whole.
  public internal(set) var problems: [Problem] = []

  /// Something wrong with a log.
  public enum Problem: Hashable, Sendable {
    /// A frame cannot be read.
    case damage(LogError.Damage)
    /// The log was not closed: its recorder was stopped, or the end of the file is gone.
    case notClosed(lastStep: Step)
    /// The index is missing or wrong; nothing is lost by that.
    case badIndex
    /// Steps are missing without a gap that says why.
    case missingSteps(ClosedRange<Step>)
  }
}

extension Verification.Problem: CustomStringConvertible {
  /// What is wrong and what it costs.
  public var description: String {
    switch self {
    case .damage(let damage):
      damage.description
    case .notClosed(let last):
      "the log was not closed; it can be read up to step \(last), and what came after is not in it"
    case .badIndex:
      "the index at the end is missing or wrong; the log can be read all the same, but opens slower"
    case .missingSteps(let steps):
      "steps \(steps.lowerBound)–\(steps.upperBound) are missing and no gap says why"
    }
  }
}

extension LogReader {
  /// Reads every byte of the log and checks it: checksums, shapes, columns, the order of steps, the
  /// index. `progress` is told how many bytes of the file are done.
  public func verify(
    progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Verification {
    var result = Verification()
    var scan = LogScan()
    while scan.offset < source.size {
      let number = scan.index.frames.count
      let offset = scan.offset
      if let fault = try scan.takeFrame(of: source) {
        let damage = LogError.Damage(
          path: name, frame: number, offset: offset, fault: fault, steps: nil,
          lastWhole: scan.lastStep)
        result.problems.append(.damage(damage))
        break
      }
      result.frames += 1
      if let fault = try checkChunk(at: offset, scan.index.frames[number]) {
        result.problems.append(.damage(faulty(fault, number, offset, scan)))
      } else if scan.index.frames[number].count > 0 {
        result.chunks += 1
        result.actions += scan.index.frames[number].count
      }
      try progress(scan.offset)
    }
    result.problems += try findProblems(of: scan, result)
    return result
  }

  /// Unpacks the columns of the chunk in a frame, if it has one; says what is wrong, or nil.
  private func checkChunk(
    at offset: Int, _ entry: FrameIndex.Entry
  ) throws(LogError) -> String? {
    let bytes = try source.read(at: offset, count: entry.length)
    guard !entry.kinds.isEmpty else { return nil }
    return RecordStream.forEach(inFrame: bytes) { kind, body throws(ByteFault) in
      switch kind {
      case .header: _ = try LogHeader(from: body)
      case .checkpoint: _ = try Checkpoint(from: body).checkStates()
      case .chunk: try Chunk(body).checkPayloads()
      case .note: _ = try Note(from: body)
      case .gap: _ = try Gap(from: body)
      case .digests: _ = try StateDigests(from: body)
      case .end: _ = try RecordingEnd(from: body)
      case nil: break
      }
    }
  }

  private func faulty(
    _ fault: String, _ frame: Int, _ offset: Int, _ scan: LogScan
  ) -> LogError.Damage {
    let before = scan.index.frames[..<frame].last { $0.count > 0 }?.steps?.upperBound
    return LogError.Damage(
      path: name, frame: frame, offset: offset, fault: fault,
      steps: scan.index.frames[frame].steps, lastWhole: before ?? .initial)
  }

  private func findProblems(
    of scan: LogScan, _ result: Verification
  ) throws(LogError) -> [Verification.Problem] {
    var problems: [Verification.Problem] = []
    let isDamaged = !result.problems.isEmpty
    let hasEnd = scan.index.frames.contains { $0.kinds.contains(.of(.end)) }
    if !hasEnd, !isDamaged { problems.append(.notClosed(lastStep: scan.lastStep)) }
    // The index describes the frames before it and was written last.
    if hasEnd, !isDamaged, !hasIndex || Array(scan.index.frames.dropLast()) != index.frames {
      problems.append(.badIndex)
    }
    if !isDamaged { problems += try missingSteps().map { .missingSteps($0) } }
    return problems
  }

  private func missingSteps() throws(LogError) -> [ClosedRange<Step>] {
    var missing: [ClosedRange<Step>] = []
    var expected = Step.initial.next
    let gaps = try gaps().map(\.steps)
    for known in (steps + gaps).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if known.lowerBound > expected, let last = known.lowerBound.previous {
        missing.append(expected...last)
      }
      expected = max(expected, known.upperBound.next)
    }
    return missing
  }
}

extension Chunk {
  /// Reads every payload and every draw as a tree.
  func checkPayloads() throws(ByteFault) {
    let form = CanonicalForm(shapes: shapes, into: ByteBuffer())
    for index in 0..<head.count {
      try payload(of: index) { (shape, row) throws(ByteFault) in
        try form.check(shape: shape, row: row)
      }
      try forEachDraw(of: index) { (shape, row) throws(ByteFault) in
        try form.check(shape: shape, row: row)
      }
    }
  }
}

extension Checkpoint {
  /// Reads every state as a tree.
  func checkStates() throws(ByteFault) {
    let form = CanonicalForm(shapes: shapes, into: ByteBuffer())
    for store in 0..<storeCount {
      try state(of: store) { (shape, row) throws(ByteFault) in
        try form.check(shape: shape, row: row)
      }
    }
  }
}

extension CanonicalForm {
  /// Throws if a row contradicts its shape or holds text that is not UTF-8.
  fileprivate func check(shape: Int, row: UnsafeRawBufferPointer) throws(ByteFault) {
    _ = try tree(shape: shape, row: row)
  }
}
