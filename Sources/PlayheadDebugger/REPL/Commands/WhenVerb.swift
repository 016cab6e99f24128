import PlayheadInspector
import PlayheadLog
import PlayheadValues

/// `when`: where one is.
struct WhenVerb: Verb {
  let name = "when"
  let summary = "Tells where you are in the recording, and when that was."
  let details = ["Also what keeps states from being shown, if something does."]
  let examples = [Example("when", "step, time, and the bookmarks here")]

  func run(_ given: Given, in session: DebugSession) throws {
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
    for line in table.styledLines { try session.console.print(line) }
    if let why = session.missingStores { try session.say("\(why)", .yellow) }
  }

  private func json(_ session: DebugSession) throws -> JSON {
    let action = try session.presentAction()
    let members: [(key: String, value: JSON)] = [
      ("step", .uint(session.position.number)), ("last", .uint(session.lastStep.number)),
      ("offset", action.map { .int($0.offset) } ?? .null),
      ("time", action.map { .string(Format.wallTime(nanoseconds: $0.wallTime)) } ?? .null),
      ("bookmarks", .array(session.bookmarksHere.map(JSON.string))),
    ]
    return .object(members + (session.openBranch == nil ? [] : [("branch", true)]))
  }
}
