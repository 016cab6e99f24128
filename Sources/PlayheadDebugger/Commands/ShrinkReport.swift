import PlayheadFiles
import PlayheadInspector
import PlayheadLog
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

/// What became of a session that was made smaller.
struct ShrinkReport: Shown {
  /// Whether no single action can be left out.
  let isSmallest: Bool
  private let shrinker: Shrinker
  private let goal: ShrinkGoal
  /// The smaller session.
  private let log: LogReader

  init(_ shrinker: Shrinker, _ goal: ShrinkGoal, isSmallest: Bool, log: LogReader) {
    (self.shrinker, self.goal, self.isSmallest, self.log) = (shrinker, goal, isSmallest, log)
  }

  func print(on console: Console) throws {
    let lines = try ActionLine(log, upTo: log.lastStep)
    try log.forEachEntry(in: log.firstStep...log.lastStep) {
      try console.print(lines.text(of: ActionRecord($0, of: log)))
    }
    let smallest = isSmallest ? "" : ", and may be less: it was stopped"
    try console.print(
      StyledText(
        "\(Format.count(log.actionCount)) of \(Format.count(shrinker.firstCount, "action"))\(smallest); "
          + "tried \(Format.count(shrinker.trialCount, "session")), played "
          + Format.count(shrinker.playedCount, "action"), .dim))
    for (purpose, command) in goal.ways(with: log.name) {
      try console.print("\n\(purpose):\n  \(command)")
    }
  }

  var json: JSON {
    [
      "log": log.name, "from": shrinker.firstCount,
      "actions": log.actionCount, "isSmallest": isSmallest,
      "steps": shrinker.best.steps,
      "trials": shrinker.trialCount, "played": shrinker.playedCount,
    ]
  }
}

/// Where it could not be written: which actions it has, and which of them have other payloads.
extension ShrunkSession: Shown {
  private var changed: [(key: Step, value: PlayheadValues.Value)] {
    payloads.sorted { $0.key < $1.key }
  }

  var json: JSON {
    [
      "log": JSON.null, "steps": steps,
      "payloads": changed.map { ["step": $0.key, "payload": $0.value] as JSON },
    ]
  }

  func print(on console: Console) throws {
    try console.print("not written: \(steps.map(\.description).joined(separator: " "))")
    for (step, payload) in changed {
      try console.print("  step \(step) with \(payload.json)")
    }
  }
}
