import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `fits`: what it takes to replay a log with the app as it is now.
struct FitsCommand: Command {
  let apps: Apps

  let name = "fits"
  let summary = "Tells whether logs of other builds can be replayed with this one."
  let details = [
    "Decodes every action as a replay would, with the app's upgrades, and hands it to no store. The "
      + "verdict is 'fine' if everything is read as it was written; 'risky' if all can be read, but "
      + "something in another way, which is named; 'impossible' if a replay would come to an end, and "
      + "why. Ends with 1 if it is impossible; with '--strict' also if it is risky."
  ]

  let strict = Parameter.flag("strict", "End with 1 unless the verdict is 'fine'.")
  var parameters: [any ParameterDeclaration] { [LogParameters.logs, strict] }

  let examples = [
    Example("fits reports/*.playhead", "which reports this build can replay"),
    Example("fits fixtures/*.playhead --strict", "whether all fixtures are read as written"),
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    try LogBatch(given[LogParameters.logs]).run(console) { log in
      try log.warn(on: console)
      let found = try apps.compatibility(of: log, console)
      try console.show(found.json(of: log)) { try show(found, log, console) }
      try log.warnOfDamageFound(on: console)
      let worst: Compatibility.Verdict = given[strict] ? .fine : .risky
      return log.exitCode.worse(found.verdict <= worst ? .good : .badAnswer)
    }
  }

  private func show(_ found: Compatibility, _ log: LogReader, _ console: Console) throws {
    try console.print(
      "\(log.name): \(StyledText("\(found.verdict)", found.verdict.style)), "
        + "\(Format.count(log.actionCount, "action"))")
    for change in found.changes { try console.print("  \(change)") }
  }
}

extension Compatibility.Verdict {
  fileprivate var style: Style {
    switch self {
    case .fine: .green
    case .risky: .yellow
    case .impossible: .red
    }
  }
}
