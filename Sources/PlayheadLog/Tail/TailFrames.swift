/// What a tail gives beyond its log.
package struct TailFrames {
  /// The frames that can be made of it, as the recorder would have written them.
  let sealed: [Frame]
  /// What of the tail could not be read: the actions first.
  package let losses: [Loss]
  /// The last step of log and tail, be it lost.
  package let lastStep: Step

  /// Something that was in the tail and cannot be read.
  package struct Loss: Hashable, Sendable {
    /// The actions; nil if it is not known what it was.
    package let steps: ClosedRange<Step>?
    /// The last step in front of it.
    package let after: Step
  }

  /// The frames for a log that goes on: behind those of the tail one that tells of the steps that are lost.
  package var frames: [Frame] {
    let gaps = FrameDraft()
    for case let steps? in losses.map(\.steps) { gaps.add(Gap(steps: steps, reason: .damaged)) }
    return gaps.isEmpty ? sealed : sealed + [gaps.frame()]
  }
}
