extension LogReader {
  /// What a log says of steps without actions, as far as it can be read.
  struct Absences {
    var gaps: [Gap]
    /// The step that the end's record names as the last.
    var lastStep: Step
  }

  /// Unpacks every frame with a gap or an end.
  func readAbsences() -> Absences {
    let asides = asides([.of(.gap), .of(.end)])
    return Absences(gaps: asides.gaps, lastStep: asides.lastStep)
  }

  /// Compares the log's actions and gaps with the steps that it should have.
  func findLostSteps() -> LostSteps {
    let last = max(lastStep, absences.lastStep, facts.tail?.lastLostStep ?? .initial)
    return LostSteps(from: firstStep, to: last, known: steps + absences.gaps.map(\.steps))
  }

  /// What opening found damaged, with what that costs.
  func readDamages() -> [LogError.Damage] {
    guard !faults.isEmpty || facts.tail?.losses.isEmpty == false else { return [] }
    let isOpen = !isClosed
    let damages = faults.map {
      $0.damage(of: name, chunks, lost, isOpen: isOpen, after: initialStep)
    }
    return damages.map(located) + damagesOfTail()
  }

  /// What of the tail could not be read, with what that costs. What found no room there is a gap.
  package func damagesOfTail() -> [LogError.Damage] {
    guard let losses = facts.tail?.losses.filter({ $0.leftOut == nil }), !losses.isEmpty else {
      return []
    }
    let last = lastStepOfAll
    return losses.map { loss in
      let extent = loss.steps.map { LogError.Damage.Extent.steps($0) }
      var damage = LogError.Damage(
        path: name, frame: index.frames.count, offset: source.size,
        fault: "a part of it cannot be read",
        lost: extent ?? (loss.after < last ? .nothing : .rest),
        lastWhole: loss.after)
      damage.isInTail = true
      return damage
    }
  }

  /// The damage with the word in which file it is, or that it is in the tail, whose bytes no offset tells
  /// of.
  package func located(_ damage: LogError.Damage) -> LogError.Damage {
    var damage = damage
    damage.isInTail = facts.tail.map { damage.offset >= source.size - $0.byteCount } ?? false
    damage.file = facts.file(at: damage.offset).map { path, start in
      let before = offsets.partitionPoint { $0 >= start }
      return .init(path: path, frame: damage.frame - before, offset: damage.offset - start)
    }
    return damage
  }

  /// What stands at the end and does not belong to the log, if something does: it was not read further.
  var foreignEnd: LogError.Damage? {
    zip(faults, damagesOfOpening).first { $0.0.frame == index.frames.count }?.1
  }

  /// What it costs that a frame of which the index tells cannot be read.
  package func damage(in frame: Int, _ fault: String) -> LogError.Damage {
    located(
      LogError.Damage(
        path: name, frame: frame, offset: offsets[frame], fault: fault,
        lost: index.frames[frame].steps.map { .steps($0) } ?? .nothing,
        lastWhole: chunks.lastStep(beforeFrame: frame) ?? initialStep))
  }
}

extension LogScan.FrameFaultPlace {
  /// The damage as a whole log shows it: `lost` are all steps that it lacks, and if it `isOpen`, others
  /// may have come behind its last.
  package func damage(
    of name: String, _ chunks: ChunkTable, _ lost: LostSteps, isOpen: Bool, after initial: Step
  ) -> LogError.Damage {
    let before = chunks.lastStep(beforeFrame: frame) ?? initial
    let next = chunks.firstStep(fromFrame: frame)
    let extent: LogError.Damage.Extent
    if isMisplaced {
      let steps = known?.steps
      let isMissing = steps.map { $0.lowerBound <= initial || lost.overlaps($0) } ?? false
      extent = steps.flatMap { isMissing ? .steps($0) : nil } ?? .nothing
    } else if let known {
      // What of a gap at the end was lost with it, only an end tells.
      let isGap = known.kinds.contains(.of(.gap)) && next == nil && isOpen
      extent = known.steps.map { .steps($0) } ?? (isGap ? .rest : .nothing)
    } else if next == nil, isOpen || chunks.isLast(frame) {
      extent = .rest
    } else {
      extent = lost.hull(after: before, before: next).map { .steps($0) } ?? .nothing
    }
    var damage = LogError.Damage(
      path: name, frame: frame, offset: offset, fault: fault, lost: extent, lastWhole: before)
    damage.isMisplaced = isMisplaced
    return damage
  }
}
