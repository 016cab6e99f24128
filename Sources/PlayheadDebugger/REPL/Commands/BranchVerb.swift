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
    let (changes, last) = (session.inspector.changes, session.lastStep)
    let base = session.inspector.plan?.base ?? last
    try session.console.show([
      "changes": .array(changes.map(\.json)), "base": .uint(base.number),
      "last": .uint(last.number),
    ]) {
      for change in changes { try session.console.print("\(change)") }
      if let first = try session.ask(BranchDrawsRequest(), for: name) {
        try session.say(
          "from step \(first) on stores draw what was not recorded: placeholders stand for that",
          .dim)
      }
      try session.say("it is the recording up to step \(base), and ends with step \(last)", .dim)
    }
  }
}
