package import PlayheadLog
import PlayheadCoding
extension LogReader {
  /// Compares the log's actions and gaps with the steps that it should have.
  func findLostSteps() -> LostSteps {
    let last = max(lastStep, gapsAndEnd.lastStep, facts.tail?.lastLostStep ?? .initial)
    return LostSteps(from: firstStep, to: last, known: steps + gapsAndEnd.gaps.map(\.steps))
  }

  func readDamages() -> [ReadingError.Damage] {
    guard !faults.isEmpty || facts.tail?.losses.isEmpty == false else { return [] }
    let isOpen = !isClosed
    let damages = faults.map {
      $0.damage(of: name, chunks, lost, isOpen: isOpen, after: initialStep)
    }
    return damages.map(located) + damagesOfTail()
  }

  /// The part of the log that is not read, because that takes more memory than allowed, and that hides `step`; `nil`
  /// if there is none.
  package func memoryLimit(hiding step: Step) -> ReadingError.Damage? {
    damages.first { damage in
      guard damage.isMemoryLimit else { return false }
      return damage.steps?.contains(step) ?? (damage.lost == .rest && step > damage.lastWhole)
    }
  }

  /// The unreadable parts of the tail. Actions that found no room are a gap instead.
  package func damagesOfTail() -> [ReadingError.Damage] {
    guard let losses = facts.tail?.losses.filter({ $0.dropReason == nil }), !losses.isEmpty else {
      return []
    }
    let last = lastStepOfAll
    return losses.map { loss in
      let extent = loss.steps.map { ReadingError.Damage.Extent.steps($0) }
      var damage = ReadingError.Damage(
        path: name, frame: index.frames.count, offset: source.size,
        fault: "a part of it cannot be read",
        lost: extent ?? (loss.after < last ? .nothing : .rest),
        lastWhole: loss.after)
      damage.isInTail = true
      return damage
    }
  }

  /// The damage. Damage in the tail is marked, because its offset has no meaning.
  package func located(_ damage: ReadingError.Damage) -> ReadingError.Damage {
    var damage = damage
    damage.isInTail = facts.tail.map { damage.offset >= source.size - $0.byteCount } ?? false
    return damage
  }

  /// The damage if a frame in the index cannot be read.
  package func damage(in frame: Int, _ fault: String) -> ReadingError.Damage {
    located(
      ReadingError.Damage(
        path: name, frame: frame, offset: offsets[frame], fault: fault,
        lost: index.frames[frame].steps.map { .steps($0) } ?? .nothing,
        lastWhole: chunks.lastStep(beforeFrame: frame) ?? initialStep))
  }
}

extension LogScan.LocatedFrameFault {
  /// The damage with its consequences: `lost` are all missing steps. If the log `isOpen`, more may have
  /// followed its last step.
  package func damage(
    of name: String, _ chunks: ChunkTable, _ lost: LostSteps, isOpen: Bool, after initial: Step
  ) -> ReadingError.Damage {
    let before = chunks.lastStep(beforeFrame: frame) ?? initial
    let next = chunks.firstStep(fromFrame: frame)
    let extent: ReadingError.Damage.Extent
    if let known {
      // A gap at the end may have had later steps, unless there is an end record.
      let isGap = known.kinds.contains(.of(.gap)) && next == nil && isOpen
      extent = known.steps.map { .steps($0) } ?? (isGap ? .rest : .nothing)
    } else if next == nil, isOpen || chunks.isLast(frame) {
      extent = .rest
    } else {
      extent = lost.hull(after: before, before: next).map { .steps($0) } ?? .nothing
    }
    return ReadingError.Damage(
      path: name, frame: frame, offset: offset, fault: fault, lost: extent, lastWhole: before)
  }
}

extension LogScan {
  /// A fault of a frame, and its place.
  package struct LocatedFrameFault {
    package var frame: Int
    package var offset: Int
    package var fault: String
    /// The facts about the frame, from an index or from the whole frame.
    package var known: FrameIndex.Entry?
    /// Whether the frame itself is whole, and the fault is that frames before it are missing.
    package var isWhole = false

    package init(
      frame: Int, offset: Int, fault: String, known: FrameIndex.Entry? = nil, isWhole: Bool = false
    ) {
      (self.frame, self.offset, self.fault, self.known) = (frame, offset, fault, known)
      self.isWhole = isWhole
    }
  }
}
