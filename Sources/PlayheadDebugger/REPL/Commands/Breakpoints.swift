import PlayheadInspector
import PlayheadReading
import PlayheadReplay
import PlayheadValues

struct BreakREPLCommand: REPLCommand {
  let isTemporary: Bool

  var name: String { isTemporary ? "tbreak" : "break" }
  var aliases: [String] { isTemporary ? [] : ["b"] }
  var summary: String {
    isTemporary
      ? "Makes 'continue' stop once at certain actions: like 'break', but deleted at the first stop."
      : "Makes 'continue' stop at certain actions; alone, lists the stops."
  }
  let details = [
    "Stops at the actions of a type, where a condition holds, or both. A condition that uses "
      + "states replays every step on the way; test the type first."
  ]
  let type = Parameter.optionalArgument(
    "TYPE", .text(completedAs: .actionType),
    "The type of the actions; by default, all types.")
  let word = ConditionWords.word
  let condition = ConditionWords.condition
  var examples: [Example] {
    let times = isTemporary ? "the next" : "every"
    return [
      Example("\(name) Like", "stop at \(times) 'Like'"),
      Example("\(name) Like if payload->>'post' = 5", "at \(times) one of one post"),
      Example("\(name) if state('cart.total') < 0", "where the total is below zero"),
      Example(name, "where it stops"),
    ]
  }

  func words(of text: Substring) -> [String] { ConditionWords.split(text) }

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    guard let name = arguments[type] else { return try session.listStops() }
    let condition = try arguments.condition(in: session)
    let types = try name.isEmpty ? [] : session.log.checked([name], for: type.spec.name)
    try session.add(
      .breakpoint(Breakpoint(type: types.first?.through(name), condition: condition)),
      isTemporary: isTemporary)
  }
}

extension DebugSession {
  func add(_ kind: StopRequest.Kind, isTemporary: Bool = false) throws {
    let point: StopPoint
    if let known = stopPoints.firstIndex(where: { $0.kind == kind }) {
      // A stop that was added twice stays if either is to stay.
      stopPoints[known].isTemporary = stopPoints[known].isTemporary && isTemporary
      point = stopPoints[known]
    } else {
      lastStopNumber += 1
      point = StopPoint(number: lastStopNumber, kind: kind, isTemporary: isTemporary)
      stopPoints.append(point)
    }
    try console.show(point) { try console.print("\(point)") }
    if isTemporary, !point.isTemporary {
      try say("breakpoint \(point.number) existed already and is not temporary", .dim)
    }
  }

  func listStops() throws {
    try console.show(stopPoints) {
      if stopPoints.isEmpty {
        try console.printSentence(
          "no breakpoints or watchpoints; 'break TYPE' and 'watch PATH' add them")
      }
      for point in stopPoints { try console.print("\(point)") }
    }
  }
}

struct WatchREPLCommand: REPLCommand {
  let name = "watch"
  let aliases = ["w"]
  let summary = "Makes 'continue' stop where a value changes; alone, lists the stops."
  let details = [
    "Watches the value at exactly this path: when an element moves in a list, another value is at its "
      + "path. 'last' and 'history' follow the element instead."
  ]
  let path = Parameter.optionalArgument(
    "PATH", .text(completedAs: .path), "The path; without a path, lists the stops.")
  let word = ConditionWords.word
  let condition = ConditionWords.condition
  let examples = [
    Example("watch cart.total", "stop where the total changes"),
    Example("watch cart.total if state('cart.total') < 0", "where the total becomes negative"),
  ]

  func words(of text: Substring) -> [String] { ConditionWords.split(text) }

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    guard let word = arguments[path] else { return try session.listStops() }
    if session.missingStores != nil { throw DebugError.storesMissing(command: name) }
    if word.isEmpty { throw UsageError.Fact.missing("PATH") }
    let path = try ArgumentType.place.value(word, for: self.path.spec)
    let condition = try arguments.condition(in: session)
    // Throws if there can be no such value.
    _ = try session.ask(WatchRequest(path, at: session.position))
    try session.add(.watch(path, condition))
  }
}

struct DeleteREPLCommand: REPLCommand {
  let name = "delete"
  let summary = "Deletes a breakpoint or a watchpoint, or all."
  let number = Parameter.argument(
    "N|all", ArgumentType("the number of a stop, or 'all'", Self.number).completed(as: .breakpoint),
    "Its number, or 'all'.")
  let examples = [
    Example("delete 1", "breakpoint or watchpoint 1"), Example("delete all", "every one"),
  ]

  /// The typed number; 0 for all stops.
  @Sendable private static func number(_ word: String) -> Int? {
    word == "all" ? 0 : Int(word).flatMap { $0 > 0 ? $0 : nil }
  }

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let number = arguments[number]
    let deleted = session.stopPoints.filter { number == 0 || $0.number == number }
    if deleted.isEmpty, number > 0 {
      throw DebugError.noStopPoint(number, existing: session.stopPoints.map(\.number))
    }
    session.stopPoints.removeAll { number == 0 || $0.number == number }
    let console = session.console
    try console.show(DeleteAnswer(deleted: deleted)) {
      if deleted.isEmpty { try console.print("there is nothing to delete") }
      for point in deleted { try console.print("deleted \(point)") }
    }
  }
}

private struct DeleteAnswer: Encodable {
  let deleted: [StopPoint]
}

/// The condition of `break` and `watch`. Everything after `if` is one word.
enum ConditionWords {
  static let word = Parameter.optionalArgument("if", .text, "Only where a condition holds.")
  static let condition = Parameter.optionalArgument(
    "EXPR", .expression, "The condition; 'help expressions' explains how to write it.")

  /// The words of `text`. If nothing comes before `if`, the first word is empty. `--where`, the option of
  /// other commands, means the same.
  static func split(_ text: Substring) -> [String] {
    guard
      let parts = LineWords.parts(of: text, around: "if")
        ?? LineWords.parts(of: text, around: "--where")
    else { return LineWords.split(text) }
    var condition = parts.after.drop(while: \.isWhitespace)
    if condition.count > 1, condition.first == "\"", condition.last == "\"" {
      let inner = condition.dropFirst().dropLast()
      // Otherwise they are the quotation marks of two SQL names.
      if !inner.contains("\"") { condition = inner }
    }
    let rest = LineWords.split(parts.before)
    // Options come before the dashes.
    return (rest.isEmpty ? [""] : rest) + ["--", "if", String(condition)]
  }
}

extension ParsedArguments {
  /// The condition after `if`. Throws if `session` cannot evaluate it.
  func condition(in session: DebugSession) throws -> Condition? {
    if let word = self[ConditionWords.word], word != "if" { throw UsageError.Fact.unexpected(word) }
    guard let condition = self[ConditionWords.condition] else {
      if self[ConditionWords.word] != nil { throw UsageError.Fact.missing("EXPR") }
      return nil
    }
    guard condition.needsStates else { return condition }
    guard session.missingStores == nil else {
      throw DebugError.storesMissing(command: "\(session.command) … if \(condition.text)")
    }
    // Throws if the condition cannot be evaluated.
    _ = try session.ask(WatchRequest(where: [condition], at: session.position))
    return condition
  }
}

struct StopPoint {
  let number: Int
  let kind: StopRequest.Kind
  /// Whether the first stop deletes it.
  var isTemporary: Bool
}

extension StopPoint: CustomStringConvertible {
  var description: String {
    let condition = kind.condition.map { "if \($0.text)" }
    let (title, place): (String, String?) =
      switch kind {
      case .breakpoint(let breakpoint):
        ((isTemporary ? "temporary " : "") + "breakpoint", breakpoint.type)
      case .watch(let path, _): ("watchpoint", path.placeName)
      }
    return "\(title) \(number): " + [place, condition].compactMap(\.self).joined(separator: " ")
  }
}

private struct StopAnswer: Encodable {
  @IfPresent var breakpoint: Int? = nil
  @IfPresent var watchpoint: Int? = nil
  @IfPresent var type: String? = nil
  @IfPresent var path: StatePath? = nil
  @IfPresent var `if`: String?
  @IfPresent var temporary: Bool?
}

extension StopPoint: HasJSONForm {
  var jsonForm: some Encodable {
    let (condition, temporary) = (kind.condition?.text, isTemporary ? true : nil)
    return switch kind {
    case .breakpoint(let breakpoint):
      StopAnswer(
        breakpoint: number, type: breakpoint.type, if: condition, temporary: temporary)
    case .watch(let path, _):
      StopAnswer(watchpoint: number, path: path, if: condition, temporary: temporary)
    }
  }
}

/// A breakpoint at which 'continue' stopped, or a watchpoint with its value's change.
struct StopReason {
  let point: StopPoint
  let change: FixedPathChange?
}

private struct WatchedValues: Encodable {
  let old: Value?
  let new: Value?
  @IfPresent var unshown: String?
}

extension StopReason: HasJSONForm {
  var jsonForm: JSON {
    get throws {
      guard let change else { return try JSON(point) }
      let values = WatchedValues(old: change.old, new: change.new, unshown: change.unshown)
      return try JSON(Joined(point, values))
    }
  }
}
