import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `watch`: at which changes to stop.
struct WatchVerb: Verb {
  let name = "watch"
  let aliases = ["w"]
  let summary = "Makes 'continue' stop where a value becomes another; alone, lists where it stops."
  let details = [
    "The value at this very place is watched: when an element moves in a list, another is in its place. "
      + "'last' and 'history' follow it instead."
  ]
  let path = Parameter.optionalArgument(
    "PATH", .text, "The place; without it, the watchpoints are listed.")
  var parameters: [any ParameterDeclaration] {
    [path, ConditionWords.word, ConditionWords.condition]
  }
  let wordKinds = [WordKind.path]
  let examples = [
    Example("watch cart.total", "stop where the total changes"),
    Example("watch cart.total if state('cart.total') < 0", "where it becomes less than nothing"),
  ]

  func words(of text: Substring) -> [String] { ConditionWords.split(text) }

  func run(_ given: Given, in session: DebugSession) throws {
    guard let word = given[path] else { return try session.listStops() }
    if session.missingStores != nil { throw DebugError.storesMissing(verb: name) }
    if word.isEmpty { throw UsageError.Fact.missing("PATH") }
    let path = try ValueKind.place.value(word, for: self.path.shape)
    let condition = try given.condition(for: name, in: session)
    _ = try session.ask(WatchRequest(path, at: session.position), for: name)
    try session.add(.watch(path, condition))
  }
}
