package import PlayheadLog
import PlayheadCoding

/// The frames that a tail adds to its log.
package struct TailFrames {
  /// The frames that the recorder would have written from it.
  package let flushed: [Frame]
  /// The unreadable parts of the tail: lost actions first.
  package let losses: [Loss]
  /// The flush mark of the last frame; without frames, the log's.
  package let lastMark: FlushMark?

  /// A part of the tail that cannot be read.
  package struct Loss: Hashable, Sendable {
    /// The lost actions; `nil` if unknown.
    package let steps: ClosedRange<Step>?
    /// The last step before the loss.
    package let after: Step
    /// Why the actions were not recorded, if the tail had no room for them and the app ended before the gap
    /// was written; `nil` if they are lost.
    package var dropReason: GapReason?
  }

  /// The frames for a reader. Actions that found no room are a gap.
  package var readFrames: [Frame] {
    let dropped = FrameDraft()
    for loss in losses {
      guard let steps = loss.steps, let reason = loss.dropReason else { continue }
      dropped.add(Gap(steps: steps, reason: reason))
    }
    return dropped.isEmpty ? flushed : flushed + [dropped.frame()]
  }
}
