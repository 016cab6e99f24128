import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// What commands that search take, and how they do it.
enum SearchParameters {
  static let condition = Parameter.option(
    "where", value: "EXPR", .expression,
    "Only where this holds; 'help expressions' tells how it is written.")
  static let printed = Parameter.options(
    "print", value: "EXPR", .expression,
    "Add what this gives to every line; may be given several times.")
}

extension Breakpoint {
  /// Where `condition` holds, at actions of these types, or at all if there are none.
  static func all(of types: [String], where condition: Condition?) -> [Breakpoint] {
    types.isEmpty
      ? [Breakpoint(condition: condition)]
      : types.map { Breakpoint(type: $0, condition: condition) }
  }
}

extension Apps {
  /// Gives `body` a search of `log`, with a replay if states are asked for, that shows its progress.
  func search<T>(
    _ log: LogReader, for breakpoints: [Breakpoint], printing expressions: [Condition] = [],
    _ reading: Reading, _ console: Console, _ body: (Search) throws -> T
  ) throws -> Replayed<T> {
    let all = breakpoints.compactMap(\.condition) + expressions
    guard all.contains(where: \.needsStates) else {
      let search = try Search(log, for: breakpoints, printing: expressions)
      let progress = Progress("searching", of: log.lastStep.number, on: console)
      defer { progress.finish() }
      search.onStep = { progress.advance(to: $0.number) }
      let value = try body(search)
      progress.finish()
      try log.warnOfDamageFound(on: console)
      return Replayed(value)
    }
    guard recorder(of: log) != nil else {
      throw CommandFailure.statesOfUnknownApp(log.appName, log: log.name, known: names)
    }
    return try replay(log, reading, console) { replay in
      try body(Search(log, for: breakpoints, printing: expressions, with: replay))
    }
  }
}

extension Search {
  /// Says on standard error which of the recorded actions could not be looked at.
  func warnOfUnreachable(on console: Console) throws {
    if let unreachableWarning { try console.printError("\(unreachableWarning)") }
  }

  /// Which of the recorded actions could not be looked at; nil if there is none.
  var unreachableWarning: String? { unreachable.unreachableWarning }
}

extension [ClosedRange<Step>] {
  /// That these recorded actions could not be looked at; nil if there is none.
  var unreachableWarning: String? {
    guard !isEmpty else { return nil }
    // A line's worth of them.
    let shown = prefix(4).map(\.words).joined(separator: ", ")
    let more = count > 4 ? " and others" : ""
    return
      "warning: \(shown)\(more) could not be looked at: they are damaged, or what led to them is"
  }
}

extension Answer {
  /// The answer on one line, for a person.
  var text: String {
    switch self {
    case .null: "null"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): Value.string(text).swiftText(options: .inLine)
    // A line's worth of it.
    case .json(let text): text.count > 100 ? text.prefix(100) + "…" : text
    case .bytes(let bytes): Value.bytes(bytes).swiftText(options: .inLine)
    }
  }

  /// The answer for a program.
  var json: JSON {
    switch self {
    case .null: .null
    case .integer(let number): .int(number)
    case .real(let number): .double(number)
    case .text(let text): .string(text)
    case .json(let text): .raw(text)
    case .bytes(let bytes): .tree(.bytes(bytes))
    }
  }
}
