package import PlayheadLog
import PlayheadCoding

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
      do throws(ReadingError) {
        try forEachRecord(in: number) { kind, body throws(ByteFault) in
          try history.apply(kind, body)
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

  /// Reads the places at which the session went on from earlier steps. Without them, states would be wrong: a frame
  /// whose record is damaged is lost.
  func readResumptions() -> [Resumption] {
    var resumptions: [Resumption] = []
    for (number, frame) in index.frames.enumerated() where frame.kinds.contains(.of(.resumption)) {
      // A disk that fails now will fail again when the actions are read.
      guard let bytes = try? source.read(at: offsets[number], count: frame.length) else { continue }
      var facts = FrameFacts()
      let fault = facts.read(bytes)
      if let resumption = facts.resumption, fault == nil, resumption.origin >= initialStep,
        facts.steps == frame.steps
      {
        resumptions.append(resumption)
      } else {
        lose(damage(in: number, fault ?? "the index says something else about it"))
      }
    }
    return resumptions
  }

  /// The records of all frames that have some of the wanted kinds.
  package func annotations(_ wanted: RecordKinds) -> LogAnnotations {
    var annotations = LogAnnotations()
    for (number, frame) in index.frames.enumerated() where !frame.kinds.isDisjoint(with: wanted) {
      annotations.memory.allow(forFrameOf: frame.length)
      do throws(ReadingError) {
        try forEachRecord(in: number) { kind, body throws(ByteFault) in
          try annotations.add(kind, body)
        }
      } catch  where !isKnownDamaged(frame: number) {
        annotations.fault = annotations.fault ?? error
      } catch {
        continue
      }
    }
    annotations.hasDigests = index.frames.contains { $0.kinds.contains(.of(.digests)) }
    return annotations
  }

  /// Whether opening found the frame damaged, and so reports it.
  private func isKnownDamaged(frame: Int) -> Bool {
    let place = faults.partitionPoint { $0.frame >= frame }
    return place < faults.count && faults[place].frame == frame
  }
}

/// The records of a log beside its actions, and the first newly found damage that hides some of them.
package struct LogAnnotations {
  package private(set) var notes: [Note] = []
  package private(set) var gaps: [Gap] = []
  /// The steps with checkpoints.
  package private(set) var checkpoints: [Step] = []
  package private(set) var end: Moment?
  /// Why the recording ended, by the end record.
  private(set) var cause = RecordingEnd.Cause.closed
  /// The last step by the end record.
  private(set) var lastStep = Step.initial
  package internal(set) var hasDigests = false
  package internal(set) var fault: ReadingError?
  /// The memory that may still be used.
  package var memory = MemoryBudget()

  /// The notes, gaps and states of a log that has other steps after `base`: without gaps and states after it.
  /// `step` returns a note's step there; nil to leave the note out.
  package func renumbered(after base: Step, _ step: (Step) -> Step?) -> LogAnnotations {
    var annotations = self
    annotations.notes = notes.compactMap { note in
      var note = note
      guard let new = note.step <= base ? note.step : step(note.step) else { return nil }
      note.step = new
      return note
    }
    annotations.gaps.removeAll { $0.steps.upperBound > base }
    annotations.checkpoints.removeAll { $0 > base }
    (annotations.end, annotations.lastStep) = (nil, .initial)
    return annotations
  }

  /// Adds a record, without unpacking states.
  mutating func add(
    _ kind: RecordKind?, _ body: UnsafeRawBufferPointer
  ) throws(ByteFault) {
    switch kind {
    case .note:
      try memory.reserve(MemoryLayout<Note>.stride, for: body)
      notes.append(try Note(from: body))
    case .gap:
      try memory.reserve(MemoryLayout<Gap>.stride, for: body)
      gaps.append(try Gap(from: body))
    case .checkpoint:
      try memory.reserve(MemoryLayout<Step>.stride)
      var reader = RecordStream.reader(of: body)
      checkpoints.append(try reader.step())
    case .end:
      let end = try RecordingEnd(from: body)
      (self.end, lastStep, cause) = (end.moment, end.step, end.cause)
    case .header, .chunk, .digests, .storeList, .flushMark, .resumption, nil: break
    }
  }
}
