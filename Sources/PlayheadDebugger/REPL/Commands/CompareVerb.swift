import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `compare`: what became of the changes?
struct CompareVerb: Verb {
  let name = "compare"
  let summary =
    "Shows where the branch's states first differ from the recording's, and how at the end."
  let details = [
    "Each step of the branch is held against the recording's step that it has got to. Lines that begin with "
      + "− are the recording's, those with + the branch's."
  ]
  let full = Parameter.flag("full", "Show long values whole.")
  var parameters: [any ParameterDeclaration] { [full] }
  let examples = [Example("compare", "the first difference, and the last")]

  func run(_ given: Given, in session: DebugSession) throws {
    _ = try session.requireBranch()
    let comparison = try comparison(session)
    try session.console.show([
      "first": comparison.first?.json ?? .null, "end": comparison.end?.json ?? .null,
    ]) {
      try show(comparison, given, session)
    }
  }

  private func show(
    _ comparison: BranchComparison, _ given: Given, _ session: DebugSession
  ) throws {
    guard let first = comparison.first else {
      return try session.console.print("the branch has the recording's states, to the end")
    }
    let options = session.printOptions(whole: given[full])
    try show(first, options, session)
    if let end = comparison.end {
      guard end.step != first.step else { return }
      try session.console.print("")
      return try show(end, options, session)
    }
    try session.say("at the end both have one state", .dim)
  }

  private func comparison(_ session: DebugSession) throws -> BranchComparison {
    do {
      return try session.ask(BranchComparisonRequest(), for: name)
    } catch let error as ReplayError {
      guard case .traps(let trap, _) = error, session.inspector.knownTraps.contains(trap) else {
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
    try console.print(StyledText("− the recording, \(titles.0)", .red))
    try console.print(StyledText("+ the branch, \(titles.1)", .green))
    try console.print(DiffText(options.at(StatePath())).text(difference.diff))
  }
}

extension BranchComparison.Difference {
  fileprivate var json: JSON {
    [
      "step": .uint(step.number), "recorded": .uint(recorded.number),
      "changes": .tree(diff.jsonPatch.value),
    ]
  }
}
