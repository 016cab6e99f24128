import PlayheadInspector
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

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
      "log": .string(log.name), "from": .number(shrinker.firstCount),
      "actions": .number(log.actionCount), "isSmallest": .bool(isSmallest),
      "steps": .array(shrinker.best.steps.map { .uint($0.number) }),
      "trials": .number(shrinker.trialCount), "played": .uint(shrinker.playedCount),
    ]
  }
}
