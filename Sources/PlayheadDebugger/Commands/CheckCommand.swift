import PlayheadCoding
import PlayheadLog
import PlayheadReplay

/// `check`: whether a log always leads to the same states.
struct CheckCommand: Command {
  let apps: Apps

  let name = "check"
  let summary = "Checks that logs always lead to the same states."
  let details = [
    "Replays each log several times side by side and compares the states with each other and with "
      + "what was recorded. A difference means that a store depends on something else than its "
      + "state and its actions. Ends with 1 if there is one, and names the first step and the place.",
    "An action that the app was not done with when it stopped has no outcome to compare with: it is "
      + "passed over, and what comes behind it is checked from the state with which the app went on.",
  ]

  let runs = Parameter.option(
    "runs", value: "N",
    // What a thousand do not find, no patience does; and how many steps they are can be counted.
    ValueKind("a whole number from 2 to 1000") { Int($0).flatMap { 2...1_000 ~= $0 ? $0 : nil } },
    default: 2,
    "How many replays; more find what depends on chance more surely. Usually 2.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.logs, runs] + ReadingParameters.declarations
  }

  let examples = [Example("check s.playhead --runs 8", "eight replays, as before a release")]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let reading = try given.reading()
    return try LogBatch(given[LogParameters.logs], wantsJSON: given.wantsJSON).run(console) { log in
      try log.warn(on: console)
      let found = try apps.explaining(log) {
        try check(log, reading, runs: given[runs], console)
      }
      if given.wantsJSON {
        try console.print(json(found, log, runs: given[runs]))
      } else {
        try show(found, log, runs: given[runs], console)
      }
      try log.warnOfDamageFound(on: console)
      if !found.misfits.isEmpty {
        try console.printError("warning: \(SalvageWarning(log: log.name, misfits: found.misfits))")
      }
      return log.exitCode.worse(found.isGood ? .good : .badAnswer)
    }
  }

  /// What came to light, and what was left out of it.
  private struct Finding {
    var divergence: Divergence?
    var misfits = Misfits()
    /// The actions that the app was not done with.
    var unfinished: [Step] = []
    /// How many actions were compared.
    var compared: UInt64 = 0
    /// The last of them.
    var reached: Step?
    var isGood: Bool { divergence == nil && misfits.isEmpty }

    /// Notes that these steps are compared, be it again.
    mutating func count(_ run: ClosedRange<Step>) {
      if let reached, run.upperBound <= reached { return }
      reached = run.upperBound
      compared += run.upperBound.number - run.lowerBound.number
    }
  }

  private func check(
    _ log: LogReader, _ reading: Reading, runs: Int, _ console: Console
  ) throws -> Finding {
    guard let app = apps.recorder(of: log) else { throw apps.unknownApp(of: log) }
    var check = DeterminismCheck(log, of: app, reading: reading)
    check.comparisons = runs - 1
    // What is damaged is not replayed, and does not count.
    try log.findDamage()
    // Each comparison goes once through the log, with two replays side by side.
    let total = UInt64(log.actionCount) * 2 * UInt64(runs - 1)
    let progress = Progress("checking", of: total, on: console)
    defer { progress.finish() }
    var finding = Finding()
    check.onMisfit = { type, step in finding.misfits.add(type, at: step) }
    var done: UInt64 = 0
    check.onStep = { _ in
      done += 1
      progress.advance(to: done)
    }
    check.onRun = { finding.count($0) }
    finding.divergence = try console.outlivingTraps(of: log) { try check.run() }
    finding.unfinished = try log.unfinishedSteps()
    return finding
  }

  private func show(
    _ found: Finding, _ log: LogReader, runs: Int, _ console: Console
  ) throws {
    if let divergence = found.divergence {
      try console.print("\(log.name): " + console.styled("\(divergence)".visible, .red))
      for hint in divergence.hints(log: log.name) { try console.print("  \(hint)") }
    } else {
      let all = Format.count(log.actionCount, "action")
      let isAll = found.compared == UInt64(log.actionCount)
      let actions = isAll ? all : "\(Format.count(found.compared)) of \(all)"
      try console.print(
        "\(log.name): " + console.styled("deterministic", .green) + ", \(actions), \(runs) replays")
    }
    for step in found.unfinished {
      try console.print(
        "  step \(step) was not handled to its end when it was recorded, and so cannot be compared")
    }
  }

  private func json(_ found: Finding, _ log: LogReader, runs: Int) -> JSON {
    [
      "log": .string(log.name),
      "app": .optional(log.appName),
      "actions": .number(log.actionCount),
      "runs": .number(runs),
      "compared": .uint(found.compared),
      "unfinished": .array(found.unfinished.map { .uint($0.number) }),
      "passedOver": .number(found.misfits.count),
      "misfits": found.misfits.json,
      "divergence": found.divergence.map(\.json) ?? .null,
    ]
  }
}
