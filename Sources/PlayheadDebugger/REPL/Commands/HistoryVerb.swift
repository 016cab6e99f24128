import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `history`: all that ever happened to a value.
struct HistoryVerb: Verb {
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
  let wordKinds = [WordKind.path]
  let examples = [
    Example("history cart.total", "how the total came to be, and what became of it"),
    Example("history cart.items[3] -n 5", "the last five changes of an item"),
  ]

  func run(_ given: Given, in session: DebugSession) throws {
    let path = given[path]
    let index = try session.changeIndex(for: name, at: session.position)
    let history = try History(of: path, at: session.position, index, limit: given[limit])
    var isNothing = true
    try session.replaying(for: name) { replay in
      // Each line is shown when it is known, as the values of many changes take long, and before a store
      // may trap at the next.
      let reading = { (body: (Replay) throws -> SeenChange) in
        try session.console.flush()
        return try body(replay)
      }
      try history.forEach(reading: reading) { seen in
        try session.interrupts.check()
        isNothing = false
        try given.wantsJSON ? session.console.print(json(seen, session)) : show(seen, session)
      }
    }
    if isNothing { try sayNothing(of: path, given, session) }
  }

  /// That it has always been as it is; or, with what is near, that nothing ever was there.
  private func sayNothing(of path: StatePath, _ given: Given, _ session: DebugSession) throws {
    try session.requireValue(at: path, for: name)
    guard !given.wantsJSON else { return }
    try session.console.print("'\(path.placeName)' has never changed")
  }

  private func show(_ seen: SeenChange, _ session: DebugSession) throws {
    let mark = seen.change.step == session.position ? StyledText("*", .bold) : " "
    let lead = try session.lines.get().lead(ofStep: seen.change.step)
    try session.console.print("\(mark) \(lead)  \(seen.text.line)")
  }

  private func json(_ seen: SeenChange, _ session: DebugSession) throws -> JSON {
    [
      "step": .uint(seen.change.step.number), "type": session.typeName(at: seen.change.step),
      "change": seen.json,
    ]
  }
}

/// The changes of what is at a place, in order.
struct History {
  let changes: [PathChange]
  /// Where it was before the first of them.
  private let origin: StatePath

  /// Those of what is at `path` after `step`; with a limit, the last so many up to there.
  init(of path: StatePath, at step: Step, _ index: ChangeIndex, limit: Int?) throws {
    var walk = try index.changes(of: path, atOrBefore: step)
    var changes: [PathChange] = []
    while changes.count < limit ?? .max, let change = try walk.previous() {
      changes.append(change)
    }
    changes.reverse()
    if limit == nil { changes += try index.laterChanges(of: path, after: step) }
    (self.changes, origin) = (changes, walk.path)
  }

  /// Gives each change to `body`, with what was there and what is there since. `reading` gives the replay
  /// to read values from that the index does not have.
  func forEach(
    reading: ((Replay) throws -> SeenChange) throws -> SeenChange,
    _ body: (SeenChange) throws -> Void
  ) throws {
    var last: SeenChange?
    for change in changes {
      // Nothing happened to it since the change before.
      let seen =
        if let last, change.value != nil || change.kind == .removed {
          SeenChange(change: change, old: last.new, new: change.value)
        } else {
          try reading { replay in
            guard let last else { return try replay.values(of: change, before: origin) }
            return SeenChange(change: change, old: last.new, new: try replay.value(after: change))
          }
        }
      if !seen.isNothing { try body(seen) }
      last = seen
    }
  }
}
