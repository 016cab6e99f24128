import PlayheadFiles
import PlayheadLog
import PlayheadValues

/// `when`: where one is.
struct WhenVerb: Verb {
  let name = "when"
  let summary = "Tells where you are in the recording, and when that was."
  let details = ["Also what keeps states from being shown, if something does."]
  let examples = [Example("when", "step, time, and the bookmarks here")]

  func run(_ given: Given, in session: DebugSession) throws {
    if given.wantsJSON { return try session.console.print(json(session)) }
    var table = Table([.left, .left])
    let whole = session.openBranch == nil ? "" : " of the branch"
    table.add(["step", "\("\(session.position) of \(session.lastStep)\(whole)")"])
    let action = try session.presentAction()
    if let provenance = action?.provenance {
      table.add(["origin", "\(provenance)"])
    }
    if let moment = action?.entry.moment {
      let offset = Format.offset(nanoseconds: session.log.offset(of: moment))
      table.add(["time", "\(offset), \(Format.wallTime(nanoseconds: moment.wall))"])
    }
    let names = session.bookmarksHere
    if !names.isEmpty {
      table.add(["bookmarks", "\(names.map { "@\($0)" }.joined(separator: ", "))"])
    }
    for line in table.styledLines { try session.console.print(line) }
    if case .missing(let why) = session.stores { try session.say("\(why)", .yellow) }
  }

  private func json(_ session: DebugSession) throws -> JSON {
    let moment = try session.presentAction()?.entry.moment
    let members: [(key: String, value: JSON)] = [
      ("step", .uint(session.position.number)), ("last", .uint(session.lastStep.number)),
      ("offset", moment.map { .int(session.log.offset(of: $0)) } ?? .null),
      ("time", moment.map { .string(Format.wallTime(nanoseconds: $0.wall)) } ?? .null),
      ("bookmarks", .array(session.bookmarksHere.map(JSON.string))),
    ]
    return .object(members + (session.openBranch == nil ? [] : [("branch", true)]))
  }
}
