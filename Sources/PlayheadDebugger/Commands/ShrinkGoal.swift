import PlayheadCoding
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

  /// What tells from now on whether a session comes to it no more.
  func keeping(_ log: String) -> String {
    let log = log.inShell
    let adding = "fixture add \(log) --name NAME"
    switch self {
    case .holds(let condition):
      let call = "\(adding) --always \("not (\(condition.text))".inShell)"
      return "'\(call.visible)' keeps it as a test"
    case .crashes:
      return "'\(adding.visible)' keeps it as a test, once the store is mended"
    case .diverges:
      return "'check \(log.visible)' tells whether they still do; a test has only one replay"
    }
  }
}
