import PlayheadReplay

/// What a smaller session is to come to.
enum ShrinkGoal {
  case holds(Condition)
  case crashes
  case diverges

  /// Whether it depends on when actions came.
  var asksForTime: Bool {
    if case .holds(let condition) = self { condition.columns.contains(.time) } else { false }
  }

  var isCrash: Bool {
    if case .crashes = self { true } else { false }
  }

  /// That there is nothing to come to.
  var missing: String {
    switch self {
    case .holds: "it holds nowhere"
    case .crashes: "no store traps"
    case .diverges: "no replays differ"
    }
  }

  /// What keeps a session that comes to it as a test that holds when it does so no more; nil if nothing does.
  func fixtureCall(for log: String) -> String? {
    guard case .holds(let condition) = self else { return nil }
    return "fixture add \(log.inShell) --name NAME --always \("not (\(condition.text))".inShell)"
  }
}
