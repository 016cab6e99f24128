import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

struct StepREPLCommand: REPLCommand {
  let name = "step"
  let aliases = ["s"]
  let summary = "Goes forward by one action, or by several, and shows what the last one changed."
  let details = [
    "Skips gaps and damaged actions. Stays where it is at the end and before a crash."
  ]
  static let count = Parameter.optionalArgument(
    "N", .count, "How many actions; by default, one.")
  let count = Self.count
  let examples = [Example("step", "one action forward"), Example("s 5", "five actions forward")]
  let isRepeatable = true

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let start = session.position
    do {
      try session.move(by: UInt64(arguments[count] ?? 1), backwards: false, withChanges: true)
    } catch  where knownCrash(in: error) != nil {
      if session.position != start { _ = session.navigation.undo(redoing: false) }
      throw error
    }
  }
}

struct BackREPLCommand: REPLCommand {
  let name = "back"
  let aliases = ["reverse-step", "rs"]
  let summary = "Goes back by one action, or by several."
  let details = ["Stays at the state before the first action."]
  let count = StepREPLCommand.count
  let examples = [
    Example("back", "one action back"), Example("back 100", "a hundred actions back"),
  ]
  let isRepeatable = true

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    try session.move(by: UInt64(arguments[count] ?? 1), backwards: true)
  }
}

struct GotoREPLCommand: REPLCommand {
  let name = "goto"
  let aliases = ["g"]
  let summary = "Goes to a step."
  let details = [
    "If a store crashes at this step or before, goes to the last step before the crash."
  ]
  let step = Parameter.argument(
    "STEP", .step, "The step; 'help steps' explains how to write steps.")
  let examples = [
    Example("goto 42", "the state after action 42"), Example("goto 50%", "halfway"),
    Example("goto +83.2s", "the state 83.2 seconds after the start"),
    Example("goto @before", "where you set 'bookmark before'"),
  ]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let step = try arguments[step].resolve(in: session.scope)
    try session.arrive(at: session.checked(step))
  }
}

struct ContinueREPLCommand: REPLCommand {
  let isBackwards: Bool

  var name: String { isBackwards ? "reverse-continue" : "continue" }
  var aliases: [String] { [isBackwards ? "rc" : "c"] }
  var summary: String {
    isBackwards
      ? "Goes back to the previous breakpoint or watchpoint, or to the start."
      : "Goes forward to the next breakpoint or watchpoint, or to the end."
  }
  var examples: [Example] {
    [
      isBackwards
        ? Example("rc", "back to the last action at which to stop")
        : Example("continue", "forward to the next action at which to stop")
    ]
  }
  var details: [String] {
    isBackwards
      ? ["Also stops at a watched change of the current action, unless it just stopped there."] : []
  }
  let isRepeatable = true

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let points = session.stopPoints
    var request = StopRequest(
      at: points.map { .init($0.number, $0.kind) }, from: session.position,
      backwards: isBackwards)
    request.countsStep = !session.navigation.isAtStop
    let answer = try session.ask(request)
    if let step = answer.step {
      let stops = answer.reasons.compactMap { reason in
        points.first { $0.number == reason.number }
          .map { StopReason(point: $0, change: reason.change) }
      }
      let numbers = stops.filter(\.point.isTemporary).map(\.point.number)
      session.stopPoints.removeAll { numbers.contains($0.number) }
      return try session.arrive(at: step, stops: stops)
    }
    try session.move(by: .max, backwards: isBackwards)
    guard !isBackwards else { return }
    for name in answer.unresolvedNames { try session.say("\(name)", .dim) }
  }
}

struct UndoREPLCommand: REPLCommand {
  let isRedo: Bool

  var name: String { isRedo ? "redo" : "undo" }
  var summary: String {
    isRedo ? "Takes back an 'undo'." : "Goes back to where you were before the last move."
  }
  var details: [String] { isRedo ? [] : ["Works like the history of a browser."] }
  var examples: [Example] {
    [Example(name, isRedo ? "takes back an 'undo'" : "where the last move began")]
  }
  let isRepeatable = true

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    guard session.navigation.undo(redoing: isRedo) else {
      throw DebugError.noPlace(isUndo: !isRedo, isInBranch: session.openBranch != nil)
    }
    try session.showPlace()
  }
}

struct LastREPLCommand: REPLCommand {
  let name = "last"
  let summary = "Goes back to the step that last changed the value at a path."
  let details = [
    "Repeat the command to go to the change before. It follows a list element when elements before it "
      + "are added or removed."
  ]
  let path = Parameter.argument(
    "PATH", .place, "The path in the current state; it may have no value now.")
  let examples = [Example("last cart.total", "the action that last set the total")]
  let isRepeatable = true

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let path = arguments[path]
    let isRepeated = session.trail?.typed == path && session.trail?.step == session.position
    let trail = isRepeated ? session.trail : nil
    if let trail, trail.isFirst || trail.step.previous == nil {
      return try sayNone(path, trail, trail.isFirst, session)
    }
    let request = LastChangeRequest(
      of: trail?.path ?? path, atOrBefore: trail?.step.previous ?? session.position)
    let answer = try session.ask(request)
    guard let seen = answer.change else {
      return try sayNone(path, trail, answer.isFirst, session)
    }
    session.trail = ChangeTrail(
      typed: path, step: seen.step, path: answer.path, isFirst: answer.isFirst)
    session.navigation.visit(seen.step)
    try session.show(seen)
  }

  private func sayNone(
    _ path: StatePath, _ trail: ChangeTrail?, _ isFirst: Bool, _ session: DebugSession
  ) throws {
    let step = session.position
    // If the path has no value, this throws an error that names similar paths.
    if trail == nil { _ = try session.ask(StateRequest(of: step, at: path)) }
    try session.console.show(NoChange(step: step)) {
      let sentence: StyledText =
        isFirst
        ? "'\(path.placeName)' did not exist before"
        : "'\((trail?.path ?? path).placeName)' has not changed between the beginning of the log and step \(step)"
      try session.console.print(sentence + "\(session.log.missingText(in: .initial...step))")
    }
  }
}

/// The answer of `last` if there is no change before.
private struct NoChange: Encodable {
  let step: Step
  let change: ValueChange? = nil
}

/// The state of a repeated `last`, which goes back from change to change.
struct ChangeTrail {
  let typed: StatePath
  let step: Step
  let path: StatePath
  let isFirst: Bool
}
