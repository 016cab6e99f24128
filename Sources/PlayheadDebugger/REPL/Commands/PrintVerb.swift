import PlayheadCoding
import PlayheadLog
import PlayheadReplay

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
    let path = given[path] ?? Path()
    // First the state before, from which it is one action on.
    let before = given.wantsJSON ? nil : try stateBefore(session)
    let state = try session.replaying(for: name) { try $0.state(at: position) }
    let value = try state.part(at: path, of: position)
    if given.wantsJSON { return try session.console.print(JSON.tree(value)) }
    let old = before.map { $0.value(at: path) } ?? value
    var options = session.printOptions(whole: given[full]).at(path)
    options.isColoured = session.console.usesColor
    // What was not there is new as a whole, as is what was nothing.
    let diff = Diff(from: old ?? .null, to: value)
    try session.console.print(diff.markedText(of: value, options: options))
    if value.isFolded(by: options) {
      try session.say(
        "long values are shown in part: 'print PATH' shows a part of them, 'print --full' all", .dim
      )
    }
  }

  /// The state from which the present action led here; nil if that is not known.
  private func stateBefore(_ session: DebugSession) throws -> Value? {
    guard let before = session.position.previous, try session.presentEntry() != nil else {
      return nil
    }
    do {
      return try session.replaying(for: name) { try $0.state(at: before) }
    } catch let error as Interruption {
      throw error
    } catch {
      return nil
    }
  }
}
