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
    guard let word = given[path] else { return try session.listStops(given) }
    guard case .here(let replay, _) = session.stores else {
      throw DebugError.storesMissing(verb: name)
    }
    if word.isEmpty { throw UsageError.Fact.missing("PATH") }
    let path = try ValueKind.place.value(word, for: self.path.shape)
    try path.requireStore(among: replay.stores)
    let condition = try given.condition(for: name, in: session)
    try requireSomething(at: path, in: session)
    try session.add(.watch(path, condition), given)
  }

  /// Throws, with what is near, if nothing is at `path` in the present state and nothing ever was. Where
  /// nobody can say, nothing is wrong with it.
  private func requireSomething(at path: StatePath, in session: DebugSession) throws {
    do {
      try session.requireValue(at: path, for: name)
    } catch let missing as CommandFailure {
      guard case .nothing = missing else { throw missing }
      let index = try session.changeIndex(for: name)
      guard try index.nextTouch(of: path, after: .initial) == nil else { return }
      throw missing
    } catch let error as LogError where error.isLoss {
    } catch let error as ReplayError where error.isLoss {
    }
  }
}
