import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `last`: goes to the last change of a value.
struct LastREPLCommand: REPLCommand {
  let name = "last"
  let summary = "Goes back to the step that last changed the value at a path."
  let details = [
    "Repeat the command to go to the change before. It follows a list element when elements before it "
      + "are added or removed."
  ]
  let path = Parameter.argument(
    "PATH", .place, "The path in the current state; it may have no value now.")
  var parameters: [any ParameterDeclaration] { [path] }
  let examples = [Example("last cart.total", "the action that last set the total")]
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
    // If the path has no value, this throws an error that names similar paths.
    if trail == nil { _ = try session.ask(StateRequest(of: step, at: path)) }
    try session.console.show(["step": step, "change": JSON.null]) {
      try session.console.print(
        isFirst
          ? "'\(path.placeName)' did not exist before"
          : "'\((trail?.path ?? path).placeName)' has not changed between the beginning of the log and step \(step)"
      )
    }
  }
}

/// The state of a repeated `last`, which goes back from change to change.
struct ChangeTrail {
  /// The typed path.
  let typed: StatePath
  /// The step of the last change.
  let position: Step
  /// The value's path before that change.
  let path: StatePath
  /// Whether that change added the value.
  let isFirst: Bool

  func isOf(_ path: StatePath, at step: Step) -> Bool { typed == path && position == step }

  /// The last step that an earlier change can have; `nil` at the start.
  var before: Step? { position.previous }

  var isAtEnd: Bool { isFirst || before == nil }
}
