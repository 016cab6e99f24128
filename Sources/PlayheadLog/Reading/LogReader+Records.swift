import PlayheadCoding

extension LogReader {
  /// The remarks of the app, in order.
  package func notes() throws(LogError) -> [Note] {
    try all(.note) { body throws(ByteFault) in try Note(from: body) }
  }

  /// The steps that are missing, in order.
  package func gaps() throws(LogError) -> [Gap] {
    try all(.gap) { body throws(ByteFault) in try Gap(from: body) }
  }

  /// The digests of the stores at some steps, in order of the steps.
  package func digests() throws(LogError) -> [StateDigests] {
    try all(.digests) { body throws(ByteFault) in try StateDigests(from: body) }
      .sorted { $0.step < $1.step }
  }

  /// The states that the log holds, the initial one included, in order.
  package func checkpoints() throws(LogError) -> [Checkpoint] {
    try all(.checkpoint) { body throws(ByteFault) in try Checkpoint(from: body) }
  }

  /// The states that the log holds, as far as they can be read, and what keeps the first other from it.
  package func readableCheckpoints() -> (checkpoints: [Checkpoint], fault: LogError?) {
    var (checkpoints, fault): ([Checkpoint], LogError?) = ([], nil)
    var memory = MemoryBudget()
    for (number, frame) in index.frames.enumerated() where frame.kinds.contains(.of(.checkpoint)) {
      memory.allow(forFrameOf: frame.length)
      do throws(LogError) {
        try forEachRecord(in: number) { kind, body throws(ByteFault) in
          guard kind == .checkpoint else { return }
          let checkpoint = try Checkpoint(from: body)
          try memory.take(checkpoint.memory)
          checkpoints.append(checkpoint)
        }
      } catch {
        fault = fault ?? error
      }
    }
    return (checkpoints, fault)
  }

  /// The stores over time as the first header has them; unknown if there was none at the beginning.
  var emptyHistory: RosterHistory {
    var history = RosterHistory(hasHeader ? header.stores : [])
    if !hasBeginning, let fault = faults.first {
      history.loseBeginning(.damaged(damage(in: fault.frame, fault.fault)))
    }
    return history
  }

  /// The stores over time, as far as they can be read.
  func readRosters() -> RosterHistory {
    var history = emptyHistory
    let (roster, checkpoint) = (RecordKinds.of(.roster), RecordKinds.of(.checkpoint))
    guard
      parts.count > 1 || !hasBeginning
        || index.frames.contains(where: { $0.kinds.contains(roster) })
    else {
      return history
    }
    for (number, frame) in index.frames.enumerated()
    where !frame.kinds.isDisjoint(with: [roster, checkpoint, .of(.header)]) {
      history.memory.allow(forFrameOf: frame.length)
      do throws(LogError) {
        try forEachRecord(in: number) { kind, body throws(ByteFault) in
          try history.take(kind, body)
        }
      } catch  where frame.kinds.contains(roster) {
        history.lose(after: damage(in: number, "").lastWhole, error)
      } catch {
        // Without a roster in it, nothing about the stores is lost.
        continue
      }
    }
    return history
  }

  /// Everything that stands beside the actions, as far as it can be read.
  package func asides() -> LogAsides {
    asides([.of(.checkpoint), .of(.note), .of(.gap), .of(.end)])
  }

  /// What stands in the frames that hold records of some kinds.
  func asides(_ wanted: RecordKinds) -> LogAsides {
    var asides = LogAsides()
    for (number, frame) in index.frames.enumerated() where !frame.kinds.isDisjoint(with: wanted) {
      asides.memory.allow(forFrameOf: frame.length)
      do throws(LogError) {
        try forEachRecord(in: number) { kind, body throws(ByteFault) in
          try asides.take(kind, body)
        }
      } catch  where !isKnownDamaged(frame: number) {
        asides.fault = asides.fault ?? error
      } catch {
        continue
      }
    }
    asides.hasDigests = index.frames.contains { $0.kinds.contains(.of(.digests)) }
    return asides
  }

  /// Whether opening found the frame damaged, and so tells of it.
  private func isKnownDamaged(frame: Int) -> Bool {
    let place = faults.partitionPoint { $0.frame >= frame }
    return place < faults.count && faults[place].frame == frame
  }

  /// When the recording ended, if it ended in good order.
  package func end() throws(LogError) -> Moment? {
    try all(.end) { body throws(ByteFault) in try RecordingEnd(from: body) }.last?.moment
  }

  private func all<T>(
    _ kind: RecordKind, _ make: (UnsafeRawBufferPointer) throws(ByteFault) -> T
  ) throws(LogError) -> [T] {
    var things: [T] = []
    var memory = MemoryBudget()
    for (number, frame) in index.frames.enumerated() where frame.kinds.contains(.of(kind)) {
      memory.allow(forFrameOf: frame.length)
      try forEachRecord(in: number) { found, body throws(ByteFault) in
        guard found == kind else { return }
        try memory.take(MemoryLayout<T>.stride, for: body)
        things.append(try make(body))
      }
    }
    return things
  }

  /// Unpacks a frame and gives its records to `body`.
  func forEachRecord(
    in frame: Int,
    _ body: (RecordKind?, UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) throws(LogError) {
    switch try content(of: frame) {
    case .success(let content):
      if let fault = RecordStream.forEach(in: content, body) {
        throw .damaged(damage(in: frame, fault))
      }
    case .failure(let fault): throw .damaged(damage(in: frame, fault.sentence))
    }
  }

  /// The bodies of the records of a kind in a frame.
  package func records(_ kind: RecordKind, in frame: Int) throws(LogError) -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    try forEachRecord(in: frame) { found, body throws(ByteFault) in
      if found == kind { bodies.append(Array(body)) }
    }
    return bodies
  }

  /// The unpacked records of a frame.
  private func content(of frame: Int) throws(LogError) -> Result<[UInt8], FrameFault> {
    RecordStream.content(
      of: try source.read(at: offsets[frame], count: index.frames[frame].length))
  }
}

extension RecordStream {
  /// The records of a frame of data.
  package static func content(of frame: [UInt8]) -> Result<[UInt8], FrameFault> {
    do throws(FrameFault) {
      return .success(
        try frame.withBytes { (bytes) throws(FrameFault) in try content(ofFrame: bytes) })
    } catch {
      return .failure(error)
    }
  }

  /// Gives the records of a frame of data to `body`; says what is wrong, or nil.
  static func forEach(
    inFrame bytes: [UInt8],
    _ body: (RecordKind?, UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) -> String? {
    switch content(of: bytes) {
    case .success(let content): forEach(in: content, body)
    case .failure(let fault): fault.sentence
    }
  }

  /// Gives unpacked records to `body`; says what is wrong, or nil.
  static func forEach(
    in content: [UInt8],
    _ body: (RecordKind?, UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) -> String? {
    content.withUnsafeBytes { content in
      do throws(ByteFault) {
        var stream = RecordStream(content)
        while let record = try stream.next() { try body(record.kind, record.body) }
        return nil
      } catch {
        return error.sentence
      }
    }
  }
}
