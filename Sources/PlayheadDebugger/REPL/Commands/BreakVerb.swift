import PlayheadInspector
import PlayheadReplay
import PlayheadValues

/// `break`: at which actions to stop.
struct BreakVerb: Verb {
  let name = "break"
  let aliases = ["b"]
  let summary = "Makes 'continue' stop at certain actions; alone, lists where it stops."
  let details = [
    "At the actions of a type, where a condition holds, or both. A condition may ask for states, which are "
      + "replayed on the way: put first what stands in the log."
  ]
  let type = Parameter.optionalArgument(
    "TYPE", .text, "The type of the actions; without it, those of all types.")
  var parameters: [any ParameterDeclaration] {
    [type, ConditionWords.word, ConditionWords.condition]
  }
  let wordKinds = [WordKind.actionType]
  let examples = [
    Example("break Like", "stop at every 'Like'"),
    Example("break Like if payload->>'post' = 5", "at those of one post"),
    Example("break if state('cart.total') < 0", "wherever the total is below zero"),
    Example("break", "where it stops"),
  ]

  func words(of text: Substring) -> [String] { ConditionWords.split(text) }

  func run(_ given: Given, in session: DebugSession) throws {
    guard let name = given[type] else { return try session.listStops() }
    let condition = try given.condition(for: self.name, in: session)
    if !name.isEmpty { _ = try session.log.checked([name], for: type.shape.name) }
    try session.add(
      .breakpoint(Breakpoint(type: name.isEmpty ? nil : name, condition: condition)))
  }
}

extension DebugSession {
  /// Makes a breakpoint or a watchpoint, and says so.
  func add(_ kind: StopRequest.Kind) throws {
    let point = breakpoints.add(kind)
    try console.show(point.json) { try console.print("\(point)") }
  }

  /// Lists the breakpoints and the watchpoints.
  func listStops() throws {
    let all = breakpoints.all
    try console.show(.array(all.map(\.json))) {
      if all.isEmpty { try console.print("no stops; 'break TYPE' and 'watch PATH' make them") }
      for point in all { try console.print("\(point)") }
    }
  }
}
