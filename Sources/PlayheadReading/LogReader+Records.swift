package import PlayheadLog
package import PlayheadCoding

extension LogReader {
  /// The stores over time by the first header; unknown if the beginning is lost.
  var emptyHistory: StoreListHistory {
    var history = StoreListHistory(hasHeader ? header.stores : [])
    if !hasBeginning, let fault = faults.first {
      history.loseBeginning(.damaged(damage(in: fault.frame, fault.fault)))
    }
    return history
  }

  /// The stores over time, as far as they are readable.
  func readStoreLists() -> StoreListHistory {
    var history = emptyHistory
    let (storeList, checkpoint) = (RecordKinds.of(.storeList), RecordKinds.of(.checkpoint))
    guard !hasBeginning || index.frames.contains(where: { $0.kinds.contains(storeList) }) else {
      return history
    }
    for (number, frame) in index.frames.enumerated()
    where !frame.kinds.isDisjoint(with: [storeList, checkpoint]) {
      history.memory.allow(forFrameOf: frame.length)
      do throws(LogError) {
        try forEachRecord(in: number) { kind, body throws(ByteFault) in
          try history.take(kind, body)
        }
      } catch  where frame.kinds.contains(storeList) {
        history.lose(after: damage(in: number, "").lastWhole, error)
      } catch {
        // Without a store list in the frame, nothing about the stores is lost.
        continue
      }
    }
    return history
  }

  /// The records of all frames that have some of the wanted kinds.
  package func asides(_ wanted: RecordKinds) -> LogAsides {
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

  /// Whether opening found the frame damaged, and so reports it.
  private func isKnownDamaged(frame: Int) -> Bool {
    let place = faults.partitionPoint { $0.frame >= frame }
    return place < faults.count && faults[place].frame == frame
  }
}

/// The records of a log beside its actions, and the first newly found damage that hides some of them.
package struct LogAsides {
  package private(set) var notes: [Note] = []
  package private(set) var gaps: [Gap] = []
  /// The steps with checkpoints.
  package private(set) var checkpoints: [Step] = []
  package private(set) var end: Moment?
  /// The last step by the end record.
  private(set) var lastStep = Step.initial
  package internal(set) var hasDigests = false
  package internal(set) var fault: LogError?
  /// The memory that may still be used.
  package var memory = MemoryBudget()

  /// The notes, gaps and states of a log that has other steps after `base`: without gaps and states after it.
  /// `step` returns a note's step there; nil to leave the note out.
  package func renumbered(after base: Step, _ step: (Step) -> Step?) -> LogAsides {
    var asides = self
    asides.notes = notes.compactMap { note in
      var note = note
      guard let new = note.step <= base ? note.step : step(note.step) else { return nil }
      note.step = new
      return note
    }
    asides.gaps.removeAll { $0.steps.upperBound > base }
    asides.checkpoints.removeAll { $0 > base }
    (asides.end, asides.lastStep) = (nil, .initial)
    return asides
  }

  /// Takes a record, without unpacking states.
  mutating func take(
    _ kind: RecordKind?, _ body: UnsafeRawBufferPointer
  ) throws(ByteFault) {
    switch kind {
    case .note:
      try memory.take(MemoryLayout<Note>.stride, for: body)
      notes.append(try Note(from: body))
    case .gap:
      try memory.take(MemoryLayout<Gap>.stride, for: body)
      gaps.append(try Gap(from: body))
    case .checkpoint:
      try memory.take(MemoryLayout<Step>.stride)
      var reader = RecordStream.reader(of: body)
      checkpoints.append(try reader.step())
    case .end:
      let end = try RecordingEnd(from: body)
      (self.end, lastStep) = (end.moment, end.step)
    case .header, .chunk, .digests, .storeList, .flushMark, nil: break
    }
  }
}

extension LogReader {
  /// Unpacks a frame and calls `body` with its records.
  package func forEachRecord(
    in frame: Int,
    _ body: (RecordKind?, UnsafeRawBufferPointer) throws(ByteFault) -> Void
  ) throws(LogError) {
    switch try source.content(at: offsets[frame], count: index.frames[frame].length) {
    case .success(let content):
      if let fault = RecordStream.forEach(in: content, body) {
        throw .damaged(damage(in: frame, fault))
      }
    case .failure(let fault): throw .damaged(damage(in: frame, fault.sentence))
    }
  }
}
