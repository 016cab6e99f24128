import PlayheadLog

extension DebugSession {
  /// Shows the present place: what stopped there, the action, and that there is no further.
  func showPlace(edge: Edge? = nil, stop: NumberedBreakpoint? = nil, wantsJSON: Bool) throws {
    if wantsJSON { return try console.print(placeJSON(edge: edge, stop: stop)) }
    if let stop { try console.print(console.styled("\(stop)", .yellow)) }
    try console.print(try placeLine())
    if let edge { try console.print(console.styled(edge.sentence, .dim)) }
    try warnOfDamage()
  }

  /// The present action on a line, or what stands for it.
  func placeLine() throws -> String {
    guard let entry = try presentEntry() else { return try log.title(of: position) }
    return try lines.get().text(of: entry)
  }

  /// The present action; nil where the log begins, behind a gap, and where it is lost.
  func presentEntry() throws -> LogEntry? {
    guard position > log.initialStep else { return nil }
    do {
      return try log.entry(at: position)
    } catch LogError.inGap, LogError.lost, LogError.damaged {
      return nil
    }
  }

  private func placeJSON(edge: Edge?, stop: NumberedBreakpoint?) throws -> JSON {
    let action = try presentEntry().map { JSON.object(try JSON.action($0, of: log)) }
    var members: [(key: String, value: JSON)] = [
      ("step", .uint(position.number)), ("action", action ?? .null),
    ]
    if let edge { members.append(("edge", .string(edge.rawValue))) }
    if let stop { members.append(("breakpoint", .number(stop.number))) }
    return .object(members)
  }
}
