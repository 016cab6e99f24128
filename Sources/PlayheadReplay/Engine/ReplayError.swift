public import PlayheadLog

/// Why a log cannot be replayed with an app. `description` says it in a sentence with a way out.
public enum ReplayError: Error, Hashable, Sendable {
  /// The log's stores are not the app's.
  case otherStores(log: [String], app: [String])
  /// Stores took actions of this type when it was recorded, and none does now.
  case unknownType(ActionType, step: Step)
  /// The action's fields are not those of the app's type.
  case undecodable(ActionType, step: Step, String)
  /// A store's state in the log is not of the app's type.
  case undecodableState(store: String, step: Step, String)
  /// A store's state throws when it is encoded, and so can be neither shown nor compared.
  case unencodableState(store: String, step: Step, String)
  /// The log lacks the states from which the actions after this step could be replayed; `next` is the
  /// next step of which it has them.
  case noState(step: Step, next: Step? = nil)
  /// Two types of action have one name.
  case sameName(String, String, String)
  /// The log has a draw that is neither a date nor a UUID nor a random number.
  case unknownDraw(step: Step)
}

extension ReplayError: CustomStringConvertible {
  /// What does not fit and what to do about it.
  public var description: String {
    switch self {
    case .otherStores(let log, let app):
      "the log has the stores \(list(log)) and the app has \(list(app)); "
        + "replay it with the build that recorded it" + hint(log.filter { !app.contains($0) })
    case .unknownType(let type, let step):
      "no store of the app takes action '\(type.name)' of step \(step), and one did when it was "
        + "recorded; register the type again, or keep its old name with 'actionName'"
    case .undecodable(let type, let step, let why):
      "action '\(type.name)' of step \(step) does not fit the app's type: \(why); "
        + "replay it with the build that recorded it"
    case .undecodableState(let store, let step, let why):
      "the state of store '\(store)' at step \(step) does not fit the app's type: \(why); "
        + "replay it with the build that recorded it"
    case .unencodableState(let store, let step, let why):
      "the state of store '\(store)' at step \(step) cannot be encoded: \(why); make its "
        + "'encode(to:)' take every value of its type"
    case .noState(let step, let next):
      "the log lacks the state at step \(step), without which the actions after it cannot be replayed"
        + (next.map { " up to step \($0), whose state it has" } ?? "")
        + "; 'playhead verify' says what is damaged"
    case .sameName(let name, let one, let other):
      "the actions \(one) and \(other) share the name '\(name)'; give one another 'actionName'"
    case .unknownDraw(let step):
      "step \(step) drew a value of a kind that this build does not know; use a newer Playhead"
    }
  }

  private func hint(_ missing: [String]) -> String {
    missing.isEmpty
      ? "" : ", or name in the app's 'otherStores' what it registers only later: \(list(missing))"
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
