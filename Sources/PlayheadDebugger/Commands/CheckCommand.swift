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
      + "state and its actions. Ends with 1 if there is one, and names the first step and the place."
  ]

  let runs = Parameter.option(
    "runs", value: "N",
    ValueKind("a whole number from 2 up") { Int($0).flatMap { $0 > 1 ? $0 : nil } },
    default: 2,
    "How many replays; more find what depends on chance more surely. Usually 2.")
  var parameters: [any ParameterDeclaration] { [LogParameters.logs, runs] }

  let examples = [Example("check s.playhead --runs 8", "eight replays, as before a release")]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    try LogBatch(given[LogParameters.logs], wantsJSON: given.wantsJSON).run(console) { log in
      try log.warn(on: console)
      let divergence = try check(log, runs: given[runs], console)
      if given.wantsJSON {
        try console.print(json(divergence, log, runs: given[runs]))
      } else {
        try show(divergence, log, runs: given[runs], console)
      }
      return log.exitCode.worse(divergence == nil ? .good : .badAnswer)
    }
  }

  private func check(_ log: LogReader, runs: Int, _ console: Console) throws -> Divergence? {
    guard let app = apps.recorder(of: log) else { throw apps.unknownApp(of: log) }
    var check = DeterminismCheck(log, of: app)
    check.comparisons = runs - 1
    // Each comparison goes once through the log, with two replays side by side.
    let total = UInt64(log.actionCount) * 2 * UInt64(runs - 1)
    let progress = Progress("checking", of: total, on: console)
    defer { progress.finish() }
    var done: UInt64 = 0
    check.onStep = { _ in
      done += 1
      progress.advance(to: done)
    }
    return try check.run()
  }

  private func show(
    _ divergence: Divergence?, _ log: LogReader, runs: Int, _ console: Console
  ) throws {
    guard let divergence else {
      let actions = Format.count(log.actionCount, "action")
      return try console.print(
        "\(log.name): " + console.styled("deterministic", .green) + ", \(actions), \(runs) replays")
    }
    try console.print("\(log.name): " + console.styled("\(divergence)".visible, .red))
    for hint in divergence.hints(log: log.name) { try console.print("  \(hint)") }
  }

  private func json(_ divergence: Divergence?, _ log: LogReader, runs: Int) -> JSON {
    [
      "log": .string(log.name),
      "app": .string(log.header.app),
      "actions": .number(log.actionCount),
      "runs": .number(runs),
      "divergence": divergence.map(\.json) ?? .null,
    ]
  }
}
