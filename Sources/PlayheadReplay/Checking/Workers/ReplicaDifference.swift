package import PlayheadCoding
import PlayheadFiles
package import PlayheadLog

/// Where workers of a log differ.
package struct ReplicaDifference: Sendable {
  /// The first step at which they do.
  package var step: Step
  /// The last at which all agreed; nil if they never did.
  package var lastAgreed: Step?
  /// If it is the first state behind a gap, the last step in front of it, at which they agreed.
  package var agreedBeforeGap: Step?
  /// The place of the store whose state differs.
  package var store: Int
  package var storeName: String
  /// The digests of that state, one for each worker.
  package var digests: [Digest]
  /// The canonical forms of it that the first worker has, and one that differs.
  package var states: [[UInt8]]

  /// The same as a divergence of this log, with path and values.
  package func divergence(in log: LogReader) throws -> Divergence {
    var divergence = Divergence(
      evidence: .betweenReplays, step: step, action: try log.actionType(at: step),
      store: storeName, path: nil, values: (nil, nil))
    try divergence.show(states[0], states[1], in: storeName)
    return divergence
  }
}

extension LogReader {
  /// The type of a step's action; the initial state has none.
  fileprivate func actionType(at step: Step) throws -> ActionType {
    (try? entry(at: step).type) ?? ActionType(name: "the first state")
  }
}
