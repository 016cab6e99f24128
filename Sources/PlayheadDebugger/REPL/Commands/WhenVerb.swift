import PlayheadLog

/// `when`: where one is.
struct WhenVerb: Verb {
  let name = "when"
  let summary = "Tells where you are in the recording, and when that was."
  let details = ["Also what keeps states from being shown, if something does."]
  let examples = [Example("when", "step, time, and the bookmarks here")]

  func run(_ given: Given, in session: DebugSession) throws {
    if given.wantsJSON { return try session.console.print(json(session)) }
    var table = Table([.left, .left])
    let place = "\(session.position) of \(session.log.lastStep)"
    table.add(["step", "\(place)"])
    if let entry = try session.presentEntry() {
      let offset = Format.offset(nanoseconds: session.log.offset(of: entry.moment))
      table.add(["time", "\(offset), \(Format.wallTime(nanoseconds: entry.moment.wall))"])
    }
    let names = session.bookmarks.names(of: session.position)
    if !names.isEmpty {
      table.add(["bookmarks", "\(names.map { "@\($0)" }.joined(separator: ", "))"])
    }
    for line in table.lines(on: session.console) { try session.console.print(line) }
    if case .missing(let why) = session.stores { try session.say(why, .yellow) }
  }

  private func json(_ session: DebugSession) throws -> JSON {
    let entry = try session.presentEntry()
    let names = session.bookmarks.names(of: session.position)
    return [
      "step": .uint(session.position.number), "last": .uint(session.log.lastStep.number),
      "offset": entry.map { .int(session.log.offset(of: $0.moment)) } ?? .null,
      "time": entry.map { .string(Format.wallTime(nanoseconds: $0.moment.wall)) } ?? .null,
      "bookmarks": .array(names.map(JSON.string)),
    ]
  }
}
