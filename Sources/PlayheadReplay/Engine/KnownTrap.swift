public import PlayheadLog

/// An action that a store trapped at when it was replayed before, in a process that is no more.
public struct KnownTrap: Hashable, Sendable, Codable {
  /// The action's step.
  public var step: Step
  /// What was wrong, in the words of the Swift runtime or of the app.
  public var reason: String
  /// The store; nil if it is not known.
  public var store: String?

  /// A trap at `step`.
  public init(step: Step, reason: String, store: String? = nil) {
    (self.step, self.reason, self.store) = (step, reason, store)
  }
}
