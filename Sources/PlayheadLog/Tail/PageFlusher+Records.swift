import PlayheadCoding

extension PageFlusher {
  func readRecord(_ body: UnsafeRawBufferPointer) throws {
    var reader = ByteReader(body)
    let content = UnsafeRawBufferPointer(rebasing: body.dropFirst())
    switch PageRecordKind(rawValue: try reader.byte()) {
    case .shape: try readShape(&reader)
    case .type: try readType(&reader)
    case .storeSet: try readStoreSet(&reader)
    case .action: try readAction(&reader)
    case .draw: try readDraw(&reader)
    case .outcome: try readOutcome(&reader)
    case .note: waiting.add(try Note(from: content))
    case .digests: waiting.add(try StateDigests(from: content))
    case .gap: try readGap(content)
    case .storeList: try readStoreList(&reader)
    case .checkpoint: try readCheckpoint(&reader)
    case .fragment: try readFragment(&reader)
    case .resumption:
      if draft != nil { try writeChunk() }
      waiting.resume(try Resumption(from: content))
    // A kind of a later version.
    case nil: break
    }
  }

  /// Reads a fragment of a chain; with the last one, all records of the chain. Skips a chain without its
  /// beginning.
  private func readFragment(_ reader: inout ByteReader) throws {
    let left = Int(try reader.littleEndian(UInt32.self))
    let bytes = try reader.take(reader.remaining)
    var chain = continuesChain ? self.chain ?? Chain() : Chain()
    self.chain = nil
    guard !continuesChain || chain.left == bytes.count + left else { return }
    chain.bytes.append(bytes)
    chain.left = left
    guard left == 0 else { return self.chain = chain }
    try withExtendedLifetime(chain.bytes) {
      var reader = ByteReader($0.bytes)
      while !reader.isAtEnd {
        let body = try reader.sized()
        // Chains do not nest: in a forged tail they could nest too deeply.
        guard body.first != PageRecordKind.fragment.rawValue else {
          throw ByteFault.malformed("a chain", at: reader.position)
        }
        try readRecord(body)
      }
    }
    // Records after a chain refer to nothing before it.
    lastTick = 0
  }

  private func readAction(_ reader: inout ByteReader) throws {
    let flags = ActionFlags(rawValue: try reader.byte())
    let step = flags.contains(.step) ? Step(try reader.varint()) : lastStep.next
    guard step > lastStep, step.number < LogFormat.stepLimit else {
      throw ByteFault.malformed("an action's step", at: reader.position)
    }
    let type = try known(types, try reader.varint(), "a type's number")
    let shape = try shape(try reader.varint())
    lastTick &+= try reader.zigzag()
    if flags.contains(.wall) { offset = try reader.zigzag() }
    let distance = flags.contains(.cause) ? try reader.varint() : nil
    guard distance.map({ $0 > 0 && $0 < step.number }) ?? true else {
      throw ByteFault.malformed("the number of an earlier action", at: reader.position)
    }
    guard let moment = Moment(ticks: lastTick, offset: offset) else {
      throw ByteFault.malformed("an action's time", at: reader.position)
    }
    let facts = ActionFacts(
      type: type, shape: shape, moment: moment, cause: distance.map { Step(step.number - $0) })
    // The steps of a chunk are consecutive.
    if step != lastStep.next, draft != nil { try writeChunk() }
    lastStep = step
    let draft = self.draft ?? ChunkDraft(firstStep: step)
    self.draft = draft
    draft.append(facts, row: try reader.take(reader.remaining))
  }

  private func readDraw(_ reader: inout ByteReader) throws {
    guard let (draft, index) = try action(&reader) else { return }
    let shape = try shape(try reader.varint())
    draft.appendDraw(of: index, shape: shape, row: try reader.take(reader.remaining))
  }

  private func readOutcome(_ reader: inout ByteReader) throws {
    guard let (draft, index) = try action(&reader) else { return }
    let set = try known(storeSets, try reader.varint(), "the number of a set of stores")
    let nanoseconds = Int64(clamping: try reader.varint())
    guard !draft.isSettled(index) else {
      throw ByteFault.malformed("an outcome", at: reader.position)
    }
    draft.setOutcome(of: index, changed: set, nanoseconds: nanoseconds)
  }

  /// The action of a record, by its distance from the last action; `nil` if the action was lost.
  private func action(_ reader: inout ByteReader) throws(ByteFault) -> (ChunkDraft, Int)? {
    let distance = try reader.varint()
    guard let draft, distance < UInt64(draft.count) else { return nil }
    return (draft, draft.count - 1 - Int(distance))
  }

  private func readGap(_ body: UnsafeRawBufferPointer) throws {
    if draft != nil { try writeChunk() }
    let gap = try Gap(from: body)
    lastStep = max(lastStep, gap.steps.upperBound)
    waiting.add(gap)
  }

  private func readStoreList(_ reader: inout ByteReader) throws {
    let storeList = try StoreList(from: &reader)
    let states = try readStates(at: storeList.step, &reader)
    guard states.count == storeList.arrived.count else {
      throw ByteFault.malformed("a store list's states", at: reader.position)
    }
    try waiting.add(storeList, states, shapes: DecodingCore(numbered: shapes))
    if waiting.isLarge, draft == nil { try writeWaiting() }
  }

  private func readCheckpoint(_ reader: inout ByteReader) throws {
    if draft != nil { try writeChunk() }
    let step = Step(try reader.varint())
    let states = try readStates(at: step, &reader)
    try waiting.add(states, shapes: DecodingCore(numbered: shapes))
    try writeWaiting()
  }

  private func readStates(
    at step: Step, _ reader: inout ByteReader
  ) throws(ByteFault) -> CheckpointDraft {
    var states = CheckpointDraft(step: step)
    for _ in 0..<(try reader.count(of: 3)) {
      let shape = try shape(try reader.varint())
      let version = Int(clamping: try reader.zigzag())
      states.append(shape: shape, row: try reader.sized(), version: version)
    }
    return states
  }
}

// MARK: - Definitions

extension PageFlusher {
  /// A page defines the shapes that its rows use. Their numbers are those of the whole recording.
  func readShape(_ reader: inout ByteReader) throws {
    let number = try reader.varint()
    let shape = try Shape.read(from: &reader)
    guard let known = shapes[number] else { return shapes[number] = shape }
    guard known.entries == shape.entries else {
      throw ByteFault.malformed("a shape that another page has, too,", at: 0)
    }
  }

  func shape(_ number: UInt64) throws(ByteFault) -> Int {
    guard number < UInt64(Int.max), shapes[number] != nil else {
      throw ByteFault.malformed("a shape's number", at: 0)
    }
    return Int(number)
  }

  func readType(_ reader: inout ByteReader) throws {
    let number = try reader.varint()
    let type = try ActionType(from: &reader)
    types[number] = Self.place(of: type, in: &names.types)
  }

  func readStoreSet(_ reader: inout ByteReader) throws {
    let number = try reader.varint()
    var stores: [Int] = []
    while !reader.isAtEnd { stores.append(Int(clamping: try reader.varint())) }
    storeSets[number] = Self.place(of: stores, in: &names.storeSets)
  }

  private func known(
    _ places: [UInt64: Int], _ number: UInt64, _ what: String
  ) throws(ByteFault) -> Int {
    guard let place = places[number] else { throw ByteFault.malformed(what, at: 0) }
    return place
  }

  private static func place<Thing: Equatable>(of thing: Thing, in known: inout [Thing]) -> Int {
    if let place = known.firstIndex(of: thing) { return place }
    known.append(thing)
    return known.count - 1
  }
}
