import PlayheadInspector
import PlayheadReplay
import PlayheadValues

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

  /// Why there may be nothing to come to.
  func hints(from replay: Replay) -> [String] {
    if case .holds(let condition) = self {
      replay.absences(for: condition).map { "\($0)" }
    } else {
      []
    }
  }

  /// What one may do with a session that comes to it, and the command for it.
  func ways(with log: String) -> [(purpose: String, command: String)] {
    let log = log.inShell
    let adding = "\(toolName) fixture add \(log) --name NAME"
    let keeping =
      switch self {
      case .holds(let condition):
        (
          "to keep it as a test",
          "\(adding) --always \("not (\(condition.text))".inShell) --as-test"
        )
      case .crashes: ("to keep it as a test, once the store is mended", adding)
      case .diverges: ("to see whether replays still differ", "\(toolName) check \(log)")
      }
    return [("to step through it", "\(toolName) debug \(log)"), keeping]
  }
}
