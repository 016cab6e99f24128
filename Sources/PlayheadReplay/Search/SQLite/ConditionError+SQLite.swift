import CSQLite

extension ConditionError.Reason {
  /// The meaning of SQLite's message.
  init(
    _ code: Int32, _ message: String, isCompiling: Bool, refused: String?, isTooLong: Bool
  ) {
    switch code {
    case SQLITE_TOOBIG where isCompiling: self = .tooComplex
    case SQLITE_TOOBIG: self = .tooLarge(limit: ExpressionDatabase.valueLimit)
    case SQLITE_INTERRUPT where isTooLong: self = .tooLong
    case SQLITE_NOMEM: self = .tooLarge(limit: ExpressionDatabase.valueLimit)
    default:
      if let refused { self = .refused(refused) } else { self.init(message) }
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
    } else if let function = message.rest(after: "wrong number of arguments to function ") {
      self = .wrongArgumentCount(function: function.replacing("()", with: ""))
    } else if let rest = message.rest(after: "near \""), rest.hasSuffix("\": syntax error") {
      let word = String(rest.dropLast("\": syntax error".count))
      self = [",", ";"].contains(word) ? .several(word) : .unexpected(word)
    } else if let token = message.rest(after: "unrecognized token: \"") {
      self =
        token.hasPrefix("'") || token.hasPrefix("\"")
        ? .unclosedQuote
        : .unexpected(String(token.dropLast()))
    } else if message == "too many SQL variables" {
      self = .refused("a parameter")
    } else if message == "incomplete input" {
      self = .incomplete
    } else if message.hasPrefix("misuse of ") {
      self = .aggregate
    } else if Self.isAboutSize(message) {
      self = .tooComplex
    } else {
      self = .other(message)
    }
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
