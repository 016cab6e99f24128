public import PlayheadLog

/// Why a log cannot be replayed with an app. `description` says it in a sentence with a way out.
public enum ReplayError: Error, Hashable, Sendable {
  /// The log's stores are not the app's.
  case otherStores(log: [String], app: [String])
  /// The log does not fit this build as `Reading.strict` wants it to.
  case misfit(Compatibility, log: String)
  /// Stores took actions of this type when it was recorded, and none does now.
  case unknownType(ActionType, step: Step)
  /// The action's fields are not those of the app's type.
  case undecodable(ActionType, step: Step, String)
  /// The app's upgrades lead from the action's version to `reached`, and not on to the present one.
  case noUpgrade(ActionType, step: Step, reached: Int, present: Int)
  /// A store's state in the log is not of the app's type.
  case undecodableState(store: String, step: Step, String)
  /// A store's state throws when it is encoded, and so can be neither shown nor compared.
  case unencodableState(store: String, step: Step, String)
  /// The log lacks the states from which the actions after this step could be replayed; `next` is the
  /// next step of which it has them, and `lost` are the actions in front of them that are damaged or
  /// missing, if that is why.
  case noState(step: Step, next: Step? = nil, lost: ClosedRange<Step>? = nil)
  /// A store traps at an action, of this type if the log tells it.
  case traps(KnownTrap, ActionType?)
  /// Two types of action have one name.
  case sameName(String, String, String)
  /// Two upgrades are for the same actions.
  case sameUpgrade(ActionType)
  /// Two upgrades are for the same states.
  case sameStateUpgrade(store: String, version: Int)
  /// Two upgrades are for the same store.
  case sameStoreUpgrade(String)
  /// Upgrades lead from these actions in a circle.
  case circle(ActionType)
  /// Upgrades lead from these states in a circle.
  case stateCircle(store: String, version: Int)
  /// The log has a draw that is neither a date nor a UUID nor a random number.
  case unknownDraw(step: Step)
}

extension ReplayError {
  /// Whether it is about a state that the log lacks, or can no longer lead to.
  package var isLoss: Bool { if case .noState = self { true } else { false } }

  /// Whether it is about one action that does not fit, and which others could do without.
  package var isMisfit: Bool {
    switch self {
    case .unknownType, .undecodable, .noUpgrade: true
    default: false
    }
  }
}
