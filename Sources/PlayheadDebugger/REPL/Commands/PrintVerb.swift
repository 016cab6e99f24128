import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `print`: what the stores hold.
struct PrintVerb: Verb {
  let name = "print"
  let aliases = ["p"]
  let summary = "Shows the state, or a part of it."
  let details = [
    "What the present action has changed is marked with '*'. Long values are shown in part; a PATH leads "
      + "into them, and '--full' shows them whole."
  ]
  let path = Parameter.optionalArgument("PATH", .place, "The place; without it, everything.")
  let full = Parameter.flag("full", "Show long values whole.")
  var parameters: [any ParameterDeclaration] { [path, full] }
  let wordKinds = [WordKind.path]
  let examples = [
    Example("print", "the state of all stores"),
    Example("p cart.items[3].sku", "one value of it"),
  ]

  func run(_ given: Given, in session: DebugSession) throws {
    let position = session.position
    let path = given[path] ?? StatePath()
    // First the state before, from which it is one action on.
    let former = given.wantsJSON ? nil : try former(at: path, session)
    let value = try session.part(at: path, of: position, for: name)
    let diff = try former.map { former in
      try session.replaying(for: name) { try former.diff(to: value, in: $0) }
    }
    if given.wantsJSON { return try session.console.print(JSON.tree(value)) }
    let options = session.printOptions(whole: given[full]).at(path)
    let marks = diff ?? Diff(from: value, to: value)
    try session.console.print(StyledText(marked: marks.markedText(of: value, options: options)))
    if value.isFolded(by: options) {
      try session.say(
        "long values are shown in part: 'print PATH' shows a part of them, 'print --full' all", .dim
      )
    }
  }

  /// What was at `path` before the present action; nil if that is not known.
  private func former(at path: StatePath, _ session: DebugSession) throws -> FormerPart? {
    guard let before = session.position.previous, try session.presentAction() != nil else {
      return nil
    }
    do {
      return try session.replaying(for: name) { replay in
        let state = try replay.copy(of: before)
        return path.components.isEmpty ? .state(state) : .part(try replay.value(at: path))
      }
    } catch let error as Interruption {
      throw error
    } catch {
      return nil
    }
  }
}

/// What was there before.
private enum FormerPart {
  /// The whole state.
  case state(TrackedValue)
  /// A part, if it was there.
  case part(Value?)

  /// What led to the present value of it. What was not there is new as a whole, as is what was nothing.
  func diff(to value: Value, in replay: Replay) throws -> Diff {
    switch self {
    case .state(let old):
      try Diff(from: old, to: replay.copy(of: replay.position), comparing: .declared)
    case .part(let old): Diff(from: old ?? .null, to: value)
    }
  }
}
