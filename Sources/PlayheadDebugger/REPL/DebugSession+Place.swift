import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension DebugSession {
  /// Shows the present place: what stopped there, the action, and that there is no further.
  func showPlace(edge: Edge? = nil, stop: FoundStop? = nil) throws {
    try console.show(.object(placeMembers(edge: edge, stop: stop))) {
      try showPlaceLines(edge, stop)
    }
  }

  private func showPlaceLines(_ edge: Edge?, _ stop: FoundStop?) throws {
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
  func show(_ seen: SeenChange) throws {
    try console.show(.object(placeMembers(change: seen))) {
      try showPlace()
      try show(seen.text)
    }
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
  func presentAction() throws -> ActionRecord? {
    guard position > log.initialStep else { return nil }
    do {
      return try inspector.action(at: position)
    } catch LogError.inGap, LogError.lost, LogError.damaged {
      return nil
    }
  }

  /// What programs are told of the present place.
  func placeMembers(
    edge: Edge? = nil, stop: FoundStop? = nil, change: SeenChange? = nil
  ) throws -> [(key: String, value: JSON)] {
    let action = try presentAction().map { JSON.object($0.jsonMembers) }
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

/// A step at which there is to be stopped, and why.
struct FoundStop {
  /// A breakpoint or a watchpoint, and what a watchpoint saw.
  struct Reason {
    let point: StopPoint
    var change: PlaceChange?
  }

  let step: Step
  var reasons: [Reason]
}

extension FoundStop.Reason {
  var json: JSON {
    var members = point.jsonMembers
    if let change {
      members += [("old", .optional(change.old)), ("new", .optional(change.new))]
    }
    return .object(members)
  }
}

extension DebugSession {
  /// The next step at which a breakpoint or a watchpoint stops, or the one before; nil if there is none.
  func stop(backwards isBackwards: Bool, for verb: String) throws -> FoundStop? {
    let points = breakpoints.all
    let request = StopRequest(
      at: points.map { .init($0.number, $0.kind) }, from: position, backwards: isBackwards)
    let answer = try ask(request, for: verb)
    return answer.step.map { step in
      FoundStop(
        step: step,
        reasons: answer.reasons.compactMap { reason in
          points.first { $0.number == reason.number }
            .map { .init(point: $0, change: reason.change) }
        })
    }
  }
}
