import PlayheadInspector
import PlayheadValues

/// `edit`: what if that had been another value?
struct EditVerb: Verb {
  let name = "edit"
  let summary = "Gives the present action another payload, in a branch of the recording."
  let details = [
    "The value is JSON, and all that stands behind the path: a text stands in double quotes, 'null' takes an "
      + "optional value away. Tab puts in the path what it has now. 'help skip' tells about branches."
  ]
  let first = Parameter.argument("PATH", .text, "The place in the payload, or a whole payload.")
  let value = Parameter.optionalArgument("VALUE", .text, "What is to be there.")
  var parameters: [any ParameterDeclaration] { [first, value] }
  let wordKinds = [WordKind.payloadPath, .payloadValue]
  let examples = [
    Example("edit quantity 3", "as if it had been 3"),
    Example("edit {\"sku\":\"A-7\",\"quantity\":3}", "another payload as a whole"),
  ]

  func words(of text: Substring) -> [String] { LineWords.splitValue(text) }

  func run(_ given: Given, in session: DebugSession) throws {
    let origin = try session.inspector.origin(of: session.position)
    if given[first].hasPrefix("{") {
      let payload = given[first] + (given[value].map { " \($0)" } ?? "")
      return try session.make(
        .edit(origin, at: StatePath(), to: typedValue(payload)), for: name)
    }
    guard let value = given[value] else { throw UsageError.Fact.missing("VALUE") }
    let path = try ValueKind.place.value(given[first], for: first.shape)
    try session.make(.edit(origin, at: path, to: typedValue(value)), for: name)
  }
}

/// A value as a person typed it.
func typedValue(_ text: String) throws(DebugError) -> Value {
  guard let value = Value(json: text) else { throw .noValue(text) }
  return value
}
