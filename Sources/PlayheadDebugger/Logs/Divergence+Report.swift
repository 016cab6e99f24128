import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension Divergence {
  /// Since when it is so, why, how that is known, and where to look.
  func hints(_ finding: CheckFinding, log: String) -> [String] {
    var hints: [String] = []
    if evidence == .betweenReplays, let agreed = finding.lastAgreed {
      hints.append("all agreed at step \(agreed)")
    }
    if isReordering { hints.append("both have the same elements, in another order") }
    if let cause = finding.cause {
      hints += cause.sentences + (cause.obstacle == nil ? cause.kinds.map(\.advice) : [])
    } else {
      hints.append(Self.possibleCauses)
    }
    return hints + ["'\(toolName) show \(log.inShell) \(step)' shows the action."]
  }

  /// What it may be, where it was not looked for.
  private static let possibleCauses =
    "A store depends on the order of a set or dictionary, on a clock, random number or UUID that "
    + "does not come from its context, or on an object that states share."

  /// All facts, and the description.
  func json(_ finding: CheckFinding) -> JSON {
    [
      "kind": .string(kind),
      "step": .uint(step.number),
      "action": .string(action.name),
      "store": .optional(store),
      "path": .optional(path?.description),
      "one": values.one.map(JSON.tree) ?? .null,
      "other": values.other.map(JSON.tree) ?? .null,
      "lastAgreed": finding.lastAgreed.map { .uint($0.number) } ?? .null,
      "cause": finding.cause.map(\.json) ?? .null,
      "description": .string(description),
    ]
  }

  private var kind: String {
    switch evidence {
    case .betweenReplays: "betweenReplays"
    case .sharedOverTime: "sharedOverTime"
    case .roundTrip: "roundTrip"
    case .fromRecording: "fromRecording"
    case .draws: "draws"
    }
  }
}

extension Cause {
  /// The classes, and what was tried.
  fileprivate var json: JSON {
    [
      "classes": .array(kinds.map { .string($0.rawValue) }),
      "trials": .array(trials.map(\.json)),
      "notHeld": .array(
        RunFactor.allCases.filter(notHeld.contains).map { .string($0.rawValue) }),
      "obstacle": .optional(obstacle),
    ]
  }
}

extension Cause.Trial {
  fileprivate var json: JSON {
    [
      "varied": .optional(factor?.rawValue), "runs": .number(runs), "states": .number(states),
      "differs": .bool(differs),
    ]
  }
}
