import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension KnownTrap {
  /// The crash as JSON. `type` is the action's type; nil if unknown.
  func json(_ type: ActionType?) -> JSON {
    [
      "step": step, "action": type?.name, "store": store, "kind": kind.rawValue, "reason": reason,
      "file": location?.file, "line": location?.line, "function": location?.function,
    ]
  }
}

/// The crash that an error is about, as JSON; nil for other errors.
func crash(in error: any Error) -> JSON? {
  switch error {
  case ReplayError.traps(let trap, let type): trap.json(type)
  case CommandFailure.trapInOne(let trap, let type, _): trap.json(type)
  default: nil
  }
}
