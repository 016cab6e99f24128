package import PlayheadLog
import PlayheadValues

/// Why a build could not replay a log any further.
package struct BuildStop: Codable, Sendable, Hashable {
  /// How the build stopped.
  package enum Kind: String, Codable, Sendable, Hashable {
    /// A store trapped.
    case trap
    /// Something in the log does not fit.
    case incompatible
    /// The process ended without a message.
    case end
  }

  package var kind: Kind
  /// The step; nil if no action was being handled.
  package var step: Step?
  /// The reason, without words that depend on the log, and without the place in the code, which moves from one
  /// build to the next.
  package var reason: String

  package init(_ kind: Kind, at step: Step?, _ reason: String) {
    (self.kind, self.step, self.reason) = (kind, step, reason)
  }

  /// The stop that a failed answer shows; nil if the failure is not about the replay of `log`. `step` is used
  /// if the worker does not know its step.
  package init?(_ error: any Error, at step: Step?, of log: String) {
    switch error as? WorkerError {
    case .ended(let end):
      let store = end.place?.store.map { "store '\($0)' \(end.kind.verb): " } ?? ""
      self.init(
        end.kind == .trap ? .trap : .end, at: end.place?.step ?? step, store + end.reason)
    case .failed(let failure):
      let reason = failure.reason ?? failure.sentence.replacing(log, with: "LOG")
      self.init(.incompatible, at: failure.step ?? step, reason)
    case .notStarted, .otherVersion, .otherBuild, .misunderstood, .unalike, nil: return nil
    }
  }
}

extension ReplayError {
  /// The step that the error is about, if any.
  package var step: Step? {
    switch self {
    case .unknownType(_, let step, _), .reflected(_, let step), .undecodable(_, let step, _),
      .noUpgrade(_, let step, _, _),
      .undecodableState(_, let step, _), .unencodableState(_, let step, _),
      .noState(let step, _, _), .unknownDraw(let step):
      step
    case .traps(let trap, _): trap.step
    default: nil
    }
  }

  /// The reason without the step, so that it is the same in other logs.
  package var reason: String {
    switch self {
    case .unknownType: "no store of the app handles it"
    case .reflected: "it was recorded by reflection"
    case .undecodable(_, _, let why): "it does not fit the app's type: \(why)"
    case .noUpgrade(let type, _, let reached, let current):
      "it has version \(type.version), and the app's upgrades lead to version \(reached), not to \(current)"
    case .undecodableState(let store, _, let why):
      "the state of store '\(store)' in the log does not fit the app's type: \(why)"
    case .unencodableState(let store, _, let why):
      "the state of store '\(store)' cannot be encoded: \(why)"
    case .noState: "the log lacks a state that the replay needs"
    case .unknownDraw: "it drew a value of a kind that this build does not know"
    case .traps(let trap, _): trap.reason
    case .incompatible, .readDifferently: "the log does not fit exactly, as strict reading requires"
    default: description
    }
  }
}
