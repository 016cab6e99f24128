import PlayheadInspector
import PlayheadReplay

/// `insert`: what if that had happened here?
struct InsertVerb: Verb {
  let name = "insert"
  let summary = "Puts an action behind the present one, in a branch of the recording."
  let details = [
    "The module in front of a type may be left out. Tab offers the types, and then the payload of the last "
      + "such action before. 'help skip' tells about branches."
  ]
  let type = Parameter.argument("TYPE", .text, "The type of the action.")
  let payload = Parameter.optionalArgument(
    "PAYLOAD", .text, "Its payload as JSON; without it, '{}'.")
  var parameters: [any ParameterDeclaration] { [type, payload] }
  let wordKinds = [WordKind.appActionType, .payload]
  let examples = [
    Example("insert Undo", "an action without a payload"),
    Example("insert AddItem {\"sku\":\"A-7\",\"quantity\":2}", "one that has one"),
  ]

  func words(of text: Substring) -> [String] { LineWords.splitValue(text) }

  func run(_ given: Given, in session: DebugSession) throws {
    let position = session.position
    // A state that no action led to is the recording's.
    let beside = session.inspector.recordedStep(beside: position)
    let place = (try? session.inspector.origin(of: position)) ?? .recorded(beside)
    let payload = try typedValue(given[payload] ?? "{}")
    try session.make(.insert(given[type], payload: payload, after: place), for: name)
  }
}
