public import PlayheadLog

/// A replayed state that is not the recorded one, as a digest in the log shows.
public struct StateMismatch: Codable, Hashable, Sendable {
  /// The step of the digest.
  public let step: Step
  /// The last step before it whose state is known to be the recorded one. The states after it may be wrong.
  public let lastAgreed: Step
  /// The first store with another state.
  public let store: String

  /// A mismatch at `step`.
  public init(step: Step, lastAgreed: Step, store: String) {
    (self.step, self.lastAgreed, self.store) = (step, lastAgreed, store)
  }
}

extension StateMismatch: CustomStringConvertible {
  /// What differs, and which states may be wrong, without a way out.
  public var description: String {
    let since = lastAgreed.next
    let others =
      since == step
      ? "" : ", and the states from step \(since) on may differ from the recorded ones"
    return "at step \(step) the replayed state of store '\(store)' is not the recorded one\(others)"
  }
}
