public import PlayheadLog

/// An action that a store trapped at when it was replayed before, in a process that is no more.
public struct KnownTrap: Hashable, Sendable, Codable {
  /// How a store cost its process.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Swift or the app found a mistake, or the processor did.
    case trap
    /// The process ended, or was ended by the system or by somebody.
    case end
    /// It came to no end, and was ended.
    case silence
  }

  /// The action's step.
  public var step: Step
  /// What was wrong, in the words of the Swift runtime or of the app.
  public var reason: String
  /// The store; nil if it is not known.
  public var store: String?
  /// How it cost the process.
  public var kind: Kind

  /// A trap at `step`.
  public init(step: Step, reason: String, store: String? = nil, kind: Kind = .trap) {
    (self.step, self.reason, self.store, self.kind) = (step, reason, store, kind)
  }
}
