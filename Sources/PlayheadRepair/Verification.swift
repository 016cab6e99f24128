public import PlayheadLog
package import PlayheadValues

/// What a check of every byte of a log found.
public struct Verification: Sendable {
  /// How many frames could be read, the index included.
  public internal(set) var frames = 0
  /// How many chunks of actions could be read.
  public internal(set) var chunks = 0
  /// How many actions could be read.
  public internal(set) var actions = 0
  /// How many actions are missing in gaps.
  public internal(set) var missing: UInt64 = 0
  /// Whether the log was being written: it is what there was when it was opened.
  public internal(set) var isBeingWritten = false
  /// What is wrong: first what is damaged, in order of the file. Empty: the log is whole.
  public internal(set) var problems: [Problem] = []

  /// Something wrong with a log.
  public enum Problem: Hashable, Sendable {
    /// A frame cannot be read.
    case damage(LogError.Damage)
    /// The log was not closed: its recorder was stopped, or the end of the file is gone.
    case notClosed(lastStep: Step)
    /// The index is missing or wrong; nothing is lost by that.
    case badIndex
    /// The log has no state to begin with.
    case noInitialState
    /// Steps are missing without a gap that says why.
    case missingSteps(ClosedRange<Step>)
    /// A gap says that steps are missing that were recorded, or that another gap has.
    case overlappingGap(ClosedRange<Step>)
    /// The end's record names another step than the last.
    case wrongEnd(Step, lastStep: Step)
  }
}

extension Verification.Problem: CustomStringConvertible {
  /// What is wrong and what it costs.
  public var description: String { text.plain }

  package var text: StyledText {
    switch self {
    case .damage(let damage):
      damage.text
    case .notClosed(let last):
      "the log was not closed; it can be read up to step \(last)"
    case .badIndex:
      "the index at the end is missing or wrong; the log can be read all the same, but opens slower"
    case .noInitialState:
      "the state at step 0 is missing; the actions can be read, but not replayed"
    case .missingSteps(let steps):
      "\(steps.areMissing) and no gap says why"
    case .overlappingGap(let steps):
      "a gap says that \(steps.areMissing), and the log has \(steps.count == 1 ? "it" : "some of them") "
        + "all the same, or another gap does"
    case .wrongEnd(let step, let last):
      "the log says that it ends at step \(step), and ends at step \(last)"
    }
  }
}

extension ClosedRange<Step> {
  /// `step 4 is missing` or `steps 4–9 are missing`.
  fileprivate var areMissing: String { "\(words) \(count == 1 ? "is" : "are") missing" }
}
