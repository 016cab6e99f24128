import PlayheadInspector
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
    let path = given[path]
    let trail = session.trail.flatMap { $0.isOf(path, at: session.position) ? $0 : nil }
    if let trail, trail.isAtEnd { return try sayNone(path, trail, trail.isFirst, session) }
    let request = LastChangeRequest(
      of: trail?.path ?? path, atOrBefore: trail?.before ?? session.position)
    let answer = try session.ask(request, for: name)
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
    if trail == nil { _ = try session.ask(StateRequest(of: step, at: path), for: name) }
    try session.console.show(["step": .uint(step.number), "change": .null]) {
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
