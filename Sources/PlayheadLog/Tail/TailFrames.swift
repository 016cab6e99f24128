import PlayheadCoding

/// The frames that a tail adds to its log.
package struct TailFrames {
  /// The frames that the recorder would have written from it.
  package let flushed: [Frame]
  /// The unreadable parts of the tail: lost actions first.
  package let losses: [Loss]
  /// The flush mark of the last frame; without frames, the log's.
  package let lastMark: FlushMark?
  /// The last step of log and tail, even if it is lost.
  package let lastStep: Step

  /// A part of the tail that cannot be read.
  package struct Loss: Hashable, Sendable {
    /// The lost actions; `nil` if unknown.
    package let steps: ClosedRange<Step>?
    /// The last step before the loss.
    package let after: Step
    /// Why the actions were not recorded, if the tail had no room for them and the app ended before the gap
    /// was written; `nil` if they are lost.
    package var leftOut: GapReason?
  }

  /// The frames for a reader. Actions that found no room are a gap.
  package var readFrames: [Frame] {
    let leftOut = losses.filter { $0.leftOut != nil }.compactMap(\.gap)
    guard !leftOut.isEmpty else { return flushed }
    let draft = FrameDraft()
    for gap in leftOut { draft.add(gap) }
    return flushed + [draft.frame()]
  }

  /// The frames for continuing a log: lost steps become gaps, any other loss a note at the end.
  package func frames(at moment: Moment) -> [Frame] {
    var frames: [Frame] = []
    var rest = losses
    for frame in flushed {
      let first = frame.firstStepTold
      let before = rest.filter { loss in
        if let steps = loss.steps, let first { steps.lowerBound < first } else { false }
      }
      rest.removeAll { before.contains($0) }
      if !before.isEmpty { frames.append(Self.frame(of: before, at: moment)) }
      frames.append(frame)
    }
    return rest.isEmpty ? frames : frames + [Self.frame(of: rest, at: moment)]
  }

  private static func frame(of losses: [Loss], at moment: Moment) -> Frame {
    let draft = FrameDraft()
    for loss in losses {
      if let gap = loss.gap {
        draft.add(gap)
      } else {
        let text =
          "any steps after \(loss.after) are lost: the tail was damaged, or is missing"
        draft.add(Note(step: loss.after, moment: moment, text: text))
      }
    }
    return draft.frame()
  }
}

extension TailFrames.Loss {
  /// The gap for the loss; `nil` if the lost actions are unknown.
  fileprivate var gap: Gap? {
    steps.map { Gap(steps: $0, reason: leftOut ?? .damaged) }
  }
}

extension Frame {
  /// The first step of its chunk or its first gap.
  fileprivate var firstStepTold: Step? {
    var facts = FrameFacts()
    MemoryLimit.lifted { _ = facts.read(bytes.array) }
    return [facts.chunk?.firstStep, facts.gaps.first?.lowerBound].compactMap(\.self).min()
  }
}
