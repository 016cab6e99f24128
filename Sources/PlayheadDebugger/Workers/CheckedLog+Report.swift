import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension CheckedLog {
  /// How a command ends that found this.
  var exitCode: ExitCode { log.exitCode.worse(finding.isGood ? .good : .badAnswer) }

  /// Says what was found.
  func show(runs: Int, on console: Console) throws {
    if let divergence = finding.divergence {
      try console.print("\(log.name): " + StyledText("\(divergence)", .red))
      for line in divergence.hints(finding, log: log.name) { try console.print("  \(line)") }
    } else {
      let all = Format.count(log.actionCount, "action")
      let isAll = finding.compared == UInt64(log.actionCount)
      let actions = isAll ? all : "\(Format.count(finding.compared)) of \(all)"
      let ways =
        processes > 1
        ? "\(processes) processes" : "\(runs) replays in one process"
      try console.print(
        "\(log.name): " + StyledText("deterministic", .green) + ", \(actions), \(ways)")
    }
    for step in unfinished {
      try console.print(
        "  step \(step) was not handled to its end when it was recorded, and so cannot be compared")
    }
  }

  /// All that was found.
  func json(runs: Int) -> JSON {
    [
      "log": .string(log.name),
      "app": .optional(log.appName),
      "actions": .number(log.actionCount),
      "runs": .number(runs),
      "processes": .number(processes),
      "compared": .uint(finding.compared),
      "unfinished": .array(unfinished.map { .uint($0.number) }),
      "damages": .array(log.damages.map { .string($0.description) }),
      "passedOver": .number(finding.misfits.count),
      "misfits": finding.misfits.json,
      "divergence": finding.divergence.map { $0.json(finding) } ?? .null,
    ]
  }
}
