import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `save`: the branch as a log.
struct SaveVerb: Verb {
  let name = "save"
  let summary = "Writes the branch as a log of its own."
  let details = [
    "It is played from its beginning for that. The file must not be there yet. Every command works on the "
      + "log; a note in it tells what was changed."
  ]
  let file = Parameter.argument("FILE", .path, "Where the log is to be.")
  var parameters: [any ParameterDeclaration] { [file] }
  let examples = [Example("save without-24.playhead", "a log that 'debug' opens")]

  func words(of text: Substring) -> [String] { LineWords.splitUnquoted(text) }

  func run(_ given: Given, in session: DebugSession) throws {
    _ = try session.requireBranch()
    let path = given[file]
    _ = try session.ask(SaveBranchRequest(to: path), for: name)
    session.noteSaved()
    let count = session.steps.reduce(0) { $0 + $1.count }
    try session.console.show(["saved": .string(path), "actions": .number(count)]) {
      try session.console.print("\(Format.count(count, "action")) in '\(path)'; 'debug' opens it")
    }
  }
}
