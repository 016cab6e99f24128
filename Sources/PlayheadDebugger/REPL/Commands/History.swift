import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `last`: who did this?
struct LastREPLCommand: REPLCommand {
  let name = "last"
  let summary = "Goes back to the step that last changed what is at a place."
  let details = [
    "Said again, it goes on to the change before. What is at the place is followed: an element of a list "
      + "to where it was before others came or went."
  ]
  let path = Parameter.argument(
    "PATH", .place, "The place in the present state, where something need not be now.")
  var parameters: [any ParameterDeclaration] { [path] }
  let examples = [Example("last cart.total", "the action that made the total what it is")]
  let isRepeatable = true

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let path = arguments[path]
    let trail = session.trail.flatMap { $0.isOf(path, at: session.position) ? $0 : nil }
    if let trail, trail.isAtEnd { return try sayNone(path, trail, trail.isFirst, session) }
    let request = LastChangeRequest(
      of: trail?.path ?? path, atOrBefore: trail?.before ?? session.position)
    let answer = try session.ask(request)
    guard let seen = answer.change else {
      return try sayNone(path, trail, answer.isFirst, session)
    }
    session.trail = ChangeTrail(
      typed: path, position: seen.step, path: answer.path, isFirst: answer.isFirst)
    session.places.visit(seen.step)
    try session.show(seen)
  }

  private func sayNone(
    _ path: StatePath, _ trail: ChangeTrail?, _ isFirst: Bool, _ session: DebugSession
  ) throws {
    let step = session.position
    // If nothing is there, what is near.
    if trail == nil { _ = try session.ask(StateRequest(of: step, at: path)) }
    try session.console.show(["step": step, "change": JSON.null]) {
      try session.console.print(
        isFirst
          ? "'\(path.placeName)' was not there before"
          : "'\((trail?.path ?? path).placeName)' has been as it is at step \(step) since the log began"
      )
    }
  }
}

/// The way back along the changes of what is at a place, which goes on as long as nobody leaves it.
struct ChangeTrail {
  /// What was typed.
  let typed: StatePath
  /// The step of the last change.
  let position: Step
  /// Where it was before that.
  let path: StatePath
  /// Whether it came to be there then.
  let isFirst: Bool

  func isOf(_ path: StatePath, at step: Step) -> Bool { typed == path && position == step }

  /// Where to look for the change before; nil if there is nothing to look at.
  var before: Step? { position.previous }

  var isAtEnd: Bool { isFirst || before == nil }
}

/// `history`: all that ever happened to a value.
struct HistoryREPLCommand: REPLCommand {
  let name = "history"
  let summary = "Lists the changes of what is at a place, from its first to its last."
  let details = [
    "What is at the place at the present step is followed through lists. The present step is marked with "
      + "'*'. What was there and what is there since is told in short; 'last PATH' goes to a change, 'diff' "
      + "shows it whole."
  ]
  let path = Parameter.argument(
    "PATH", .place, "The place in the present state, where something need not be now.")
  let limit = Parameter.option(
    "limit", "-n", value: "N", .count, "Only the last so many up to the present step.")
  var parameters: [any ParameterDeclaration] { [path, limit] }
  let examples = [
    Example("history cart.total", "how the total came to be, and what became of it"),
    Example("history cart.items[3] -n 5", "the last five changes of an item"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let path = arguments[path]
    let request = HistoryRequest(of: path, at: session.position, limit: arguments[limit])
    var isNothing = true
    _ = try session.ask(request) { seen in
      isNothing = false
      try session.console.show(json(seen)) { try show(seen, session) }
      // Each line is shown when it is known, as the values of many changes take long, and before a store
      // may trap at the next.
      try session.console.flush()
    }
    guard isNothing else { return }
    try session.console.inText {
      try session.console.print("'\(path.placeName)' has never changed")
    }
  }

  private func show(_ seen: SeenChange, _ session: DebugSession) throws {
    let mark = seen.step == session.position ? StyledText("*", .bold) : " "
    let lead = try session.actionLine(upTo: session.lastStep).lead(
      of: seen.step, seen.type, seen.offset)
    try session.console.print("\(mark) \(lead)  \(seen.text.line)")
  }

  private func json(_ seen: SeenChange) -> JSON {
    [
      "step": seen.step, "type": seen.type?.name, "change": seen.json,
    ]
  }
}
