import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension DebugSession {
  /// Shows the present place: what stopped there, the action, and that there is no further.
  func showPlace(edge: Edge? = nil, stop: FoundStop? = nil, wantsJSON: Bool) throws {
    if wantsJSON {
      return try console.print(.object(placeMembers(edge: edge, stop: stop)))
    }
    for reason in stop?.reasons ?? [] {
      try console.print(StyledText("\(reason.point)", .yellow))
    }
    try console.print(try placeLine())
    for change in stop?.reasons.compactMap(\.change) ?? [] {
      try show(ChangeText(from: change.old, to: change.new, at: change.path))
    }
    if let edge { try say("\(edge.sentence(inBranch: openBranch != nil))", .dim) }
    try warnOfDamage()
  }

  /// Shows the present place, and what became of something there.
  func show(_ seen: SeenChange, _ given: Given) throws {
    if given.wantsJSON { return try console.print(.object(placeMembers(change: seen))) }
    try showPlace(wantsJSON: false)
    try show(seen.text)
  }

  private func show(_ change: ChangeText) throws {
    for line in change.page { try console.print("  \(line)") }
  }

  /// The present action on a line, or what stands for it.
  func placeLine() throws -> StyledText {
    guard let action = try presentAction() else { return "\(try log.title(of: position))" }
    return try lines.get().text(of: action)
  }

  /// The present action; nil where the log begins, behind a gap, and where it is lost.
  func presentAction() throws -> SeenAction? {
    guard position > log.initialStep else { return nil }
    do {
      return try action(at: position)
    } catch LogError.inGap, LogError.lost, LogError.damaged {
      return nil
    }
  }

  /// The type of the action of a step; `null` if none led there.
  func typeName(at step: Step) -> JSON {
    guard step > log.initialStep, let entry = try? log.entry(at: step) else { return .null }
    return .string(entry.type.name)
  }

  /// What programs are told of the present place.
  func placeMembers(
    edge: Edge? = nil, stop: FoundStop? = nil, change: SeenChange? = nil
  ) throws -> [(key: String, value: JSON)] {
    let action = try presentAction().map { JSON.object(try $0.json(of: log)) }
    var members: [(key: String, value: JSON)] = [
      ("step", .uint(position.number)), ("action", action ?? .null),
    ]
    if openBranch != nil { members.append(("branch", true)) }
    if let edge { members.append(("edge", .string(edge.rawValue))) }
    if let stop { members.append(("stops", .array(stop.reasons.map(\.json)))) }
    if let change { members.append(("change", change.json)) }
    return members
  }
}
