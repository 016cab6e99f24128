import PlayheadValues

/// What an expression reads, as SQLite reports it while it compiles the expression.
struct ExpressionUse {
  var columns: Set<Condition.Column> = []
  /// The called functions in lower case, each as often as it is written.
  var functions: [String] = []

  /// A call of a state function, or a part of one, that is written as a literal text.
  typealias Literal = (text: String, offset: Int)

  /// The calls that read a state.
  var stateCalls: [StateFunction] { functions.compactMap(StateFunction.init(rawValue:)) }
}

/// The functions that read states.
enum StateFunction: String, CaseIterable {
  /// The value in the state of the step.
  case state
  /// The value in the state of the step before.
  case before
  /// Whether the two values differ.
  case changed
}

// SQLite reports the names of called functions, but not their arguments. A pattern finds those that are literal texts:
// within another text their quotation marks would be doubled. What it misses counts as computed.
extension ExpressionUse {
  /// The literal paths that state functions read.
  static func literalPaths(in text: String) -> [Literal] {
    let call = /\b(?:state|before|changed)\s*\(\s*('(?:[^']|'')*')\s*\)/.ignoresCase()
      .wordBoundaryKind(.simple)
    return text.withoutComments.matches(of: call).map { match in
      let literal = match.output.1
      return (
        String(literal.dropFirst().dropLast()).replacing("''", with: "'"),
        text.offset(of: literal.startIndex)
      )
    }
  }

  private static let timeFunctions: Set = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
  ]

  /// The first part that makes a time depend on the day or the machine: the current time, which is also meant by a call
  /// without a point in time, or the time zone.
  func outsideTime(in text: String) -> (what: String, offset: Int)? {
    guard !Self.timeFunctions.isDisjoint(with: functions) else { return nil }
    let text = text.withoutComments.withoutTexts(but: ["now", "localtime", "utc"])
    let current = "the current time, which is different each time,"
    let zone = "the machine's time zone, which differs between machines,"
    let incomplete =
      /\b(?:(?:date|(?:date)?time|julianday|unixepoch)["`\]]?\s*\(\s*\)|strftime["`\]]?\s*\(\s*'[^']*'\s*\))/
    let word = /[(,]\s*('(?:now|localtime|utc)')(?=\s*[),])/
    let calls = text.matches(of: incomplete.ignoresCase().wordBoundaryKind(.simple))
      .map { (current, text.offset(of: $0.range.lowerBound)) }
    let words = text.matches(of: word.ignoresCase()).map { match in
      let isNow = match.output.1.lowercased() == "'now'"
      return (isNow ? current : zone, text.offset(of: match.output.1.startIndex))
    }
    return (calls + words).min { $0.1 < $1.1 }.map { (what: $0.0, offset: $0.1) }
  }
}

extension String {
  /// The number of Unicode scalars before a place.
  fileprivate func offset(of place: Index) -> Int { unicodeScalars[..<place].count }

  /// The same, with spaces in place of SQL's comments.
  fileprivate var withoutComments: String {
    replacing(/'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*(?s:.)*?(?:\*\/|$)/) { match in
      match.output.first == "'" || match.output.first == "\""
        ? String(match.output) : match.output.blank(" ")
    }
  }

  /// The same, with other words in place of its literal texts, `words` excepted.
  fileprivate func withoutTexts(but words: Set<String>) -> String {
    replacing(/'((?:[^']|'')*)'/) { match in
      words.contains(match.output.1.lowercased())
        ? String(match.output.0) : "'\(match.output.1.blank("x"))'"
    }
  }
}

extension Substring {
  /// As many signs, so that what follows keeps its place.
  fileprivate func blank(_ sign: Character) -> String {
    String(repeating: sign, count: unicodeScalars.count)
  }
}
