import CSQLite

extension ConditionError.Reason {
  static let empty = Self.unusable("it is empty", fix: "write one such as \"type = 'Undo'\"")
  private static let tooComplex = Self.unusable("it is nested too deeply, or has too many parts")

  /// A part of SQL that conditions cannot use.
  static func refused(_ part: String) -> Self { .unusable("\(part) cannot be used") }

  /// The meaning of SQLite's message.
  init(
    _ code: Int32, _ message: String, isCompiling: Bool, refused: String?, isTooLong: Bool
  ) {
    switch code {
    case SQLITE_TOOBIG where isCompiling: self = .tooComplex
    case SQLITE_TOOBIG, SQLITE_NOMEM:
      self = .unusable("it makes a value of more than \(ExpressionDatabase.valueLimit >> 20) MiB")
    case SQLITE_INTERRUPT where isTooLong: self = .unusable("it takes too long for a single step")
    default: self = refused.map { .refused($0) } ?? Self(message)
    }
  }

  private init(_ message: String) {
    if let word = message.rest(after: "no such column: ") {
      let name = Self.columnName(in: word)
      let columns = Condition.Column.allCases.map(\.rawValue)
      self = .unknownColumn(name, suggestion: Suggestion.closest(to: name, in: columns))
    } else if let name = message.rest(after: "no such function: ") {
      let functions = StateFunction.allCases.map(\.rawValue)
      self = .unknownFunction(name, suggestion: Suggestion.closest(to: name, in: functions))
    } else if let name = message.rest(after: "no such table: ") {
      self = .refused("the table '\(name)'")
    } else if let call = message.rest(after: "wrong number of arguments to function ") {
      let name = call.replacing("()", with: "")
      self = .unusable(
        "'\(name)' takes a different number of arguments",
        fix: StateFunction(rawValue: name) == nil ? nil : "write \(name)('a.place')")
    } else if let rest = message.rest(after: "near \""), rest.hasSuffix("\": syntax error") {
      self.init(unexpected: String(rest.dropLast("\": syntax error".count)))
    } else if let token = message.rest(after: "unrecognized token: \"") {
      let isQuote = token.hasPrefix("'") || token.hasPrefix("\"")
      self = .unusable(
        isQuote ? "a quotation mark is not closed" : "unexpected '\(token.dropLast())'")
    } else if message == "too many SQL variables" {
      self = .refused("a parameter")
    } else if message == "incomplete input" {
      self = .unusable("it ends too early")
    } else if message.hasPrefix("misuse of ") {
      self = .unusable(
        "it counts or sums up rows, but is evaluated for one step at a time",
        fix: "use it within a 'select' in brackets, or leave it out")
    } else if Self.isAboutSize(message) {
      self = .tooComplex
    } else {
      self = .unusable(message)
    }
  }

  private init(unexpected word: String) {
    self =
      [",", ";"].contains(word)
      ? .unusable(
        "it has more than one expression, with '\(word)'", fix: "combine them with 'and' or 'or'")
      : .unusable("unexpected '\(word)'")
  }

  /// Newer versions of SQLite keep the double quotes around a name, and add a question.
  private static func columnName(in words: String) -> String {
    let question = "\" - should this be a string literal in single-quotes?"
    guard words.hasPrefix("\""), words.hasSuffix(question) else { return words }
    return String(words.dropFirst().dropLast(question.count))
  }

  private static func isAboutSize(_ message: String) -> Bool {
    message.hasPrefix("Expression tree is too large") || message == "parser stack overflow"
      || message.hasPrefix("too many")
  }
}

extension String {
  fileprivate func rest(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
