import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

struct WhenREPLCommand: REPLCommand {
  let name = "when"
  let summary = "Shows where you are in the recording, and the time."
  let details = ["If there are no states, shows why."]
  let examples = [Example("when", "step, time, and the bookmarks here")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let action = try session.currentAction()
    let answer = WhenAnswer(
      step: session.position, last: session.lastStep, offset: action?.offset,
      time: (action?.wallTime).map(Format.wallTime), bookmarks: session.bookmarksHere,
      branch: session.openBranch.map { _ in true })
    try session.console.show(answer) { try show(action, session) }
  }

  private func show(_ action: ActionRecord?, _ session: DebugSession) throws {
    var table = Table([.left, .left])
    let whole = session.openBranch == nil ? "" : " of the branch"
    table.add(["step", "\("\(session.position) of \(session.lastStep)\(whole)")"])
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
}

private struct WhenAnswer: Encodable {
  let step: Step
  let last: Step
  let offset: Int64?
  let time: String?
  let bookmarks: [String]
  @IfPresent var branch: Bool?
}

struct QuitREPLCommand: REPLCommand {
  let name = "quit"
  let aliases = ["q", "exit"]
  let summary = "Ends the session, as Ctrl-D does."
  let examples = [Example("quit", "ends")]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    session.isOver = true
  }
}

struct BookmarkREPLCommand: REPLCommand {
  let name = "bookmark"
  let aliases = ["bookmarks"]
  let summary = "Names the current step; you can then write it as '@NAME'. Alone, lists the names."
  let details = ["Setting a name again moves it. Bookmarks end with the session."]
  let bookmark = Parameter.optionalArgument(
    "NAME", .text, "The name: letters, digits, '-' and '_'.")
  let examples = [
    Example("bookmark before", "'goto @before' comes back here"),
    Example("bookmark", "names and their steps"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    guard let typed = arguments[bookmark] else { return try list(session) }
    let name = typed.hasPrefix("@") ? String(typed.dropFirst()) : typed
    guard StepExpression.isBookmark(name) else { throw DebugError.badName(name) }
    // A bookmark is for a step of the recording, because branches are temporary.
    guard let step = try session.inspector.origin(of: session.position).step else {
      throw DebugError.inserted(session.position)
    }
    let before = session.bookmarks.updateValue(step, forKey: name)
    let moved = before.map { $0 == step ? "" : ", and no longer step \($0)" } ?? ""
    let recorded = session.openBranch == nil ? "" : " of the recording"
    try session.console.show(BookmarkAnswer(bookmark: name, step: step)) {
      try session.console.print("@\(name) is step \(step)\(recorded)\(moved)")
    }
  }

  private func list(_ session: DebugSession) throws {
    let (all, console) = (session.sortedBookmarks, session.console)
    try console.show(all.map { BookmarkAnswer(bookmark: $0.name, step: $0.step) }) {
      if all.isEmpty { try console.print("no bookmarks; 'bookmark NAME' makes one here") }
      var table = Table([.left, .left])
      for (name, step) in all { table.add([Table.Cell("@\(name)", .cyan), "step \(step)"]) }
      try console.print(table)
    }
  }
}

private struct BookmarkAnswer: Encodable {
  let bookmark: String
  let step: Step
}
