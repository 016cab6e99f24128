import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `branch`: what was changed?
struct BranchVerb: Verb {
  let name = "branch"
  let summary = "Lists what the branch changes of the recording."
  let details = ["The steps in it are those of the recording."]
  let examples = [Example("branch", "every change, in order")]

  func run(_ given: Given, in session: DebugSession) throws {
    _ = try session.requireBranch()
    guard let branch = session.inspector.branch else { throw DebugError.noBranch }
    let base = branch.base ?? branch.lastStep
    if given.wantsJSON {
      return try session.console.print([
        "changes": .array(branch.changes.map(\.json)), "base": .uint(base.number),
        "last": .uint(branch.lastStep.number),
      ])
    }
    for change in branch.changes { try session.console.print("\(change)") }
    let faults = branch.drawFaults
    if let first = faults.first {
      try session.say(
        "from step \(first.step) on stores draw what was not recorded: placeholders stand for that",
        .dim)
    }
    try session.say(
      "it is the recording up to step \(base), and ends with step \(branch.lastStep)", .dim)
  }
}
