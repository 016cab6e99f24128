import PlayheadTesting

/// `fixture update`: what fixtures lead to now is what is expected of them from now on.
struct FixtureUpdateCommand: Command {
  let apps: Apps

  let name = "fixture update"
  let summary = "Writes anew what is expected of fixtures, as it is now."
  let details = [
    "Each value in the text beside the log becomes what it is in a replay with the app as it is now; so does "
      + "each '?'. A log without such a text gets one with the last state of every store. Shows what changed.",
    "Remarks stay, and so do conditions: one that does not hold is for a person to change, and the command "
      + "ends with 1.",
  ]

  var parameters: [any ParameterDeclaration] { [FixtureParameters.paths] }

  let examples = [
    Example("fixture update Fixtures/negative-total.playhead", "one, after a change that was meant")
  ]

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    let logs = FixtureParameters.logs(at: given[FixtureParameters.paths])
    let updating = FixtureUpdating(apps, console)
    return try LogBatch(logs).forEachPath(console) { path in
      try updating.update(Fixture(path: path))
    }
  }
}
