import PlayheadCoding

/// What a tail gives beyond its log.
package struct TailFrames {
  /// The frames that can be made of it, as the recorder would have written them.
  package let flushed: [Frame]
  /// What of the tail could not be read: the actions first.
  package let losses: [Loss]
  /// The place of the last of them in the tail; that of the log if there is none.
  package let lastMark: FlushMark?
  /// The last step of log and tail, be it lost.
  package let lastStep: Step

  /// Something that was in the tail and cannot be read.
  package struct Loss: Hashable, Sendable {
    /// The actions; nil if it is not known what it was.
    package let steps: ClosedRange<Step>?
    /// The last step in front of it.
    package let after: Step
    /// Why the actions found no room in the tail, if they did not, and the app ended before a gap could say
    /// so; nil if they are lost.
    package var leftOut: GapReason?
  }

  /// The frames as a reader finds them. What found no room is a gap like any other, whether or not its app
  /// could say so.
  package var readFrames: [Frame] {
    let leftOut = losses.filter { $0.leftOut != nil }.compactMap(\.gap)
    guard !leftOut.isEmpty else { return flushed }
    let draft = FrameDraft()
    for gap in leftOut { draft.add(gap) }
    return flushed + [draft.frame()]
  }

  /// The frames for a log that goes on: with a gap where steps are lost, and at the end a note if something
  /// else is.
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
          "what came after step \(loss.after), if anything did, is lost: it was damaged, or is missing"
        draft.add(Note(step: loss.after, moment: moment, text: text))
      }
    }
    return draft.frame()
  }
}

extension TailFrames.Loss {
  /// What says so in a log; nil if it is not known which actions it was.
  fileprivate var gap: Gap? {
    steps.map { Gap(steps: $0, reason: leftOut ?? .damaged) }
  }
}

extension Frame {
  /// The first step that it has, or that a gap in it has.
  fileprivate var firstStepTold: Step? {
    var facts = FrameFacts()
    MemoryLimit.lifted { _ = facts.read(bytes.array) }
    return [facts.chunk?.firstStep, facts.gaps.first?.lowerBound].compactMap(\.self).min()
  }
}
