import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// `when`: shows the current place.
struct WhenREPLCommand: REPLCommand {
  let name = "when"
  let summary = "Shows where you are in the recording, and the time."
  let details = ["If there are no states, shows why."]
  let examples = [Example("when", "step, time, and the bookmarks here")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    try session.console.show(json(session)) { try show(session) }
  }

  private func show(_ session: DebugSession) throws {
    var table = Table([.left, .left])
    let whole = session.openBranch == nil ? "" : " of the branch"
    table.add(["step", "\("\(session.position) of \(session.lastStep)\(whole)")"])
    let action = try session.presentAction()
    if let provenance = action?.provenance {
      table.add(["origin", "\(provenance)"])
    }
    if let action {
      let offset = Format.offset(nanoseconds: action.offset)
      table.add(["time", "\(offset), \(Format.wallTime(nanoseconds: action.wallTime))"])
    }
    let names = session.bookmarksHere
    if !names.isEmpty {
      table.add(["bookmarks", "\(names.map { "@\($0)" }.joined(separator: ", "))"])
    }
    try session.console.print(table)
    if let why = session.missingStores { try session.say("\(why)", .yellow) }
  }

  private func json(_ session: DebugSession) throws -> JSON {
    let action = try session.presentAction()
    let place: JSON = [
      "step": session.position, "last": session.lastStep, "offset": action?.offset,
      "time": (action?.wallTime).map(Format.wallTime), "bookmarks": session.bookmarksHere,
    ]
    return place.adding("branch", ifAny: session.openBranch.map { _ in true })
  }
}

/// `quit`: ends the session.
struct QuitREPLCommand: REPLCommand {
  let name = "quit"
  let aliases = ["q", "exit"]
  let summary = "Ends the session, as Ctrl-D does."
  let examples = [Example("quit", "ends")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    session.isOver = true
  }
}
