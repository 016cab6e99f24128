import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadPage
import PlayheadReplay
import PlayheadValues

extension ShrinkGoal {
  /// Whether the goal depends on the times of actions.
  var asksForTime: Bool {
    if case .holds(let condition) = self { condition.columns.contains(.time) } else { false }
  }

  var isCrash: Bool {
    if case .crashes = self { true } else { false }
  }

  /// The beginning of the sentence if the session does not end in that way.
  var missing: String {
    switch self {
    case .holds: "never true"
    case .crashes: "no store crashes"
    case .diverges: "replays never differ"
    }
  }

  /// The sentence about the last step.
  fileprivate var end: String {
    switch self {
    case .holds(let condition): "'\(condition.text)' is true here"
    case .crashes: "a store crashes here"
    case .diverges: "replays differ here"
    }
  }

  /// What to do next with the smaller session, with commands.
  func nextCommands(with log: String) -> [(purpose: String, command: String)] {
    let log = log.inShell
    let adding = "\(toolName) fixture add \(log) --name NAME"
    let keeping =
      switch self {
      case .holds(let condition):
        (
          "to keep it as a test",
          "\(adding) --always \("not (\(condition.text))".inShell) --as-test"
        )
      case .crashes: ("to keep it as a test, once the store is fixed", adding)
      case .diverges: ("to see whether replays still differ", "\(toolName) check \(log)")
      }
    return [("to step through it", "\(toolName) debug \(log)"), keeping]
  }
}

/// The result of `shrink`.
struct ShrinkReport {
  private let smallest: ShrinkRequest.Smallest
  private let goal: ShrinkGoal
  /// The smaller session.
  let log: LogReader
  /// The crash at its end, if it ends in one.
  private let crash: KnownCrash?

  init(
    _ smallest: ShrinkRequest.Smallest, _ goal: ShrinkGoal, log: LogReader, crash: KnownCrash?
  ) {
    (self.smallest, self.goal, self.log, self.crash) = (smallest, goal, log, crash)
  }

  private var lastType: ActionType? { try? log.entry(at: log.lastStep).type }

  /// The end of the session, for a page.
  var failure: SessionPage.Failure {
    .init(at: log.lastStep, crash?.sentence(lastType) ?? goal.end)
  }

  func print(on console: Console) throws {
    let lines = try ActionLine(log, upTo: log.lastStep)
    try log.forEachEntry(in: log.firstStep...log.lastStep) {
      try console.print(lines.text(of: ActionRecord($0, of: log)))
    }
    if let crash { try console.printSentence(crash.sentence(lastType)) }
    let doubt =
      smallest.isSmallest ? "" : ", perhaps not the fewest, because the search was stopped"
    try console.print(
      StyledText(
        "\(Format.count(log.actionCount)) of the \(Format.count(smallest.firstCount, "action")) up to step "
          + "\(smallest.end)\(doubt); tried \(Format.count(smallest.trialCount, "session")), played "
          + Format.count(smallest.playedCount, "action"), .dim))
    for (purpose, command) in goal.nextCommands(with: log.name) {
      try console.print("\n\(purpose):\n  \(command)")
    }
  }

  var json: JSON {
    let facts: JSON = [
      "log": log.name, "from": smallest.firstCount,
      "actions": log.actionCount, "isSmallest": smallest.isSmallest,
      "steps": smallest.session.steps,
      "trials": smallest.trialCount, "played": smallest.playedCount,
    ]
    return facts.adding("crash", ifAny: crash?.json(lastType))
  }
}

/// A smaller session that could not be written: its steps and its simplified payloads.
extension ShrunkSession: Renderable {
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
