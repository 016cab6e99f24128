import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `last`: who did this?
struct LastVerb: Verb {
  let name = "last"
  let summary = "Goes back to the step that last changed what is at a place."
  let details = [
    "Said again, it goes on to the change before. What is at the place is followed: an element of a list "
      + "to where it was before others came or went."
  ]
  let path = Parameter.argument(
    "PATH", .place, "The place in the present state, where something need not be now.")
  var parameters: [any ParameterDeclaration] { [path] }
  let wordKinds = [WordKind.path]
  let examples = [Example("last cart.total", "the action that made the total what it is")]
  let isRepeatable = true

  func run(_ given: Given, in session: DebugSession) throws {
    var trail = try trail(of: given[path], session)
    guard let seen = try next(&trail, session) else { return try sayNone(trail, given, session) }
    (trail.position, trail.isUnderWay) = (seen.change.step, true)
    session.trail = trail
    session.places.visit(seen.change.step)
    try session.show(seen, given)
  }

  /// The one that goes on, or a new one.
  private func trail(of path: StatePath, _ session: DebugSession) throws -> ChangeTrail {
    let position = session.position
    let index = try session.changeIndex(for: name, at: position)
    if let trail = session.trail, trail.typed == path, trail.position == position { return trail }
    return ChangeTrail(
      typed: path, position: position, walk: try index.changes(of: path, atOrBefore: position))
  }

  /// The next change at which something was there, or is.
  private func next(
    _ trail: inout ChangeTrail, _ session: DebugSession
  ) throws -> SeenChange? {
    while let change = try trail.walk.previous() {
      let path = trail.walk.path
      let seen = try session.replaying(for: name) { try $0.values(of: change, before: path) }
      if !seen.isNothing { return seen }
    }
    return nil
  }

  private func sayNone(_ trail: ChangeTrail, _ given: Given, _ session: DebugSession) throws {
    if !trail.isUnderWay { try session.requireValue(at: trail.typed, for: name) }
    let step = session.position
    if given.wantsJSON {
      return try session.console.print(["step": .uint(step.number), "change": .null])
    }
    let place = trail.walk.path.placeName
    try session.console.print(
      trail.walk.isAtEnd
        ? "'\(trail.typed.placeName)' was not there before"
        : "'\(place)' has been as it is at step \(step) since the log began")
  }
}

/// The way back along the changes of what is at a place, which goes on as long as nobody leaves it.
struct ChangeTrail {
  /// What was typed.
  let typed: StatePath
  /// Where it has come to.
  var position: Step
  var walk: ChangeWalk
  /// Whether a change was found.
  var isUnderWay = false
}

extension DebugSession {
  /// Throws, with what is near, if nothing is at `path` in the present state.
  func requireValue(at path: StatePath, for verb: String) throws {
    let step = position
    _ = try replaying(for: verb) { try $0.part(at: path, of: step) }
  }
}
