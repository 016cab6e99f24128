import PlayheadInspector
import PlayheadReplay
import PlayheadValues

struct CompareREPLCommand: REPLCommand {
  let name = "compare"
  let summary =
    "Shows where the branch's states first differ from the recording's, and how they differ at the end."
  let details = [
    "Compares each step of the branch with the recording's step. Lines with − are the recording's, lines "
      + "with + the branch's."
  ]
  let full = LogParameters.full
  let examples = [Example("compare", "the first difference, and the last")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    try session.requireBranch()
    let comparison = try comparison(session)
    try session.console.show([
      "first": comparison.first?.json, "end": comparison.end?.json,
    ]) {
      try show(comparison, arguments, session)
    }
  }

  private func show(
    _ comparison: BranchComparison, _ arguments: ParsedArguments, _ session: DebugSession
  ) throws {
    guard let first = comparison.first else {
      return try session.console.print("the branch has the same states as the recording")
    }
    let options = session.printOptions(whole: arguments[LogParameters.full])
    try show(first, options, session)
    if let end = comparison.end {
      guard end.step != first.step else { return }
      try session.console.print("")
      return try show(end, options, session)
    }
    try session.say("at the end, both have the same state", .dim)
  }

  private func comparison(_ session: DebugSession) throws -> BranchComparison {
    do {
      return try session.ask(BranchComparisonRequest())
    } catch let error as ReplayError {
      guard case .traps(let trap, _) = error, session.inspector.knownCrashes.contains(trap) else {
        throw error
      }
      throw DebugError.recordingTraps(error)
    }
  }

  private func show(
    _ difference: BranchComparison.Difference, _ options: PrintOptions, _ session: DebugSession
  ) throws {
    let console = session.console
    let titles = (
      try session.recording.title(of: difference.recorded),
      try session.log.title(of: difference.step)
    )
    try console.printEntry(StyledText("− the recording, \(titles.0)", .red))
    try console.printEntry(StyledText("+ the branch, \(titles.1)", .green))
    try console.print(StyledText(difference.diff, options.at(StatePath())))
  }
}

extension BranchComparison.Difference {
  fileprivate var json: JSON {
    [
      "step": step, "recorded": recorded,
      "changes": diff.jsonPatch.value,
    ]
  }
}
