/// The words of an expression, as far as they show what it needs. SQLite reads their meaning.
///
/// Refuses any text that could end the statement around it: brackets that do not match, an open quotation
/// mark or comment, a semicolon, a comma between expressions.
struct ExpressionWords {
  /// A word, with its place in characters from 0.
  struct Word {
    enum Kind { case name, quotedName, text, sign }
    var kind: Kind
    var text: String
    var offset: Int
  }

  /// A call of `state`, `before` or `changed`; the path is nil where it is not written as a text.
  typealias StateCall = (function: StateFunction, path: String?, offset: Int)

  private let words: [Word]

  init(_ text: String) throws(ConditionError) {
    var scanner = ExpressionScanner(text)
    words = try scanner.read()
    if words.isEmpty { throw ConditionError(text, .empty) }
    // The functions behind the columns. A call would hide which columns the expression needs.
    for word in words where isName(word) && word.text.lowercased().hasPrefix("playhead_") {
      throw ConditionError(text, at: word.offset, .unknownFunction(word.text, suggestion: nil))
    }
    if let asked = outsideWord {
      throw ConditionError(text, at: asked.offset, .refused(asked.what))
    }
  }

  /// Whether there is only one word.
  var isOne: Bool { words.count == 1 }

  /// Whether there may be a query: its first word is here, or a table name follows `in`.
  var haveSubquery: Bool {
    let names = words.map { isName($0) ? $0.text.lowercased() : "" }
    let beginnings: Set = ["select", "values", "with"]
    return names.indices.contains { place in
      beginnings.contains(names[place])
        || names[place] == "in" && place + 1 < words.count && words[place + 1].text != "("
    }
  }

  /// The mentioned columns, and maybe some more: a name may belong to a table of a subquery.
  var columns: Set<Condition.Column> {
    let names = words.indices.filter { isName(words[$0]) && !isCalled($0) }
    return Set(names.compactMap { Condition.Column(rawValue: words[$0].text.lowercased()) })
  }

  /// The calls that read a state.
  var stateCalls: [StateCall] {
    words.indices.compactMap { place in
      guard isName(words[place]), isCalled(place),
        let function = StateFunction(rawValue: words[place].text.lowercased())
      else { return nil }
      guard place + 3 < words.count, words[place + 3].text == ")",
        words[place + 2].kind == .text
      else { return (function, nil, words[place].offset) }
      return (function, words[place + 2].text, words[place + 2].offset)
    }
  }

  /// The arguments of the call of the function at `place`.
  func arguments(at place: Int) -> [[Word]] {
    var arguments: [[Word]] = []
    var depth = 0
    for word in words[(place + 1)...] {
      let isSign = word.kind == .sign
      if isSign, word.text == ")" {
        depth -= 1
        if depth == 0 { break }
      }
      if isSign, depth == 1, word.text == "," {
        arguments.append([])
      } else if depth > 0 {
        if arguments.isEmpty { arguments.append([]) }
        arguments[arguments.count - 1].append(word)
      }
      if isSign, word.text == "(" { depth += 1 }
    }
    return arguments
  }

  /// The functions that are called, with their places.
  var calls: [(name: Word, place: Int)] {
    words.indices.filter { isName(words[$0]) && isCalled($0) }.map { (words[$0], $0) }
  }

  private func isName(_ word: Word) -> Bool { word.kind == .name || word.kind == .quotedName }

  private func isCalled(_ place: Int) -> Bool {
    place + 1 < words.count && words[place + 1].kind == .sign && words[place + 1].text == "("
  }
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

/// Words with values that depend on the day or the machine.
extension ExpressionWords {
  /// The date and time functions, with the number of arguments before the point in time. Without a point in
  /// time, they use the present.
  private static let timeFunctions = [
    "date": 0, "time": 0, "datetime": 0, "julianday": 0, "unixepoch": 0, "strftime": 1,
    "timediff": 1,
  ]

  /// The first place that names the present or the machine's time zone as a literal text.
  var outsideWord: (what: String, offset: Int)? {
    for call in calls {
      guard let count = Self.timeFunctions[call.name.text.lowercased()] else { continue }
      let arguments = arguments(at: call.place)
      if arguments.count <= count { return (Self.present, call.name.offset) }
      for word in arguments.compactMap(Self.text) {
        switch word.text.lowercased() {
        case "now": return (Self.present, word.offset)
        case "localtime", "utc": return (Self.zone, word.offset)
        default: break
        }
      }
    }
    return nil
  }

  private static let present = "the current time, which is different each time,"
  private static let zone = "the machine's time zone, which differs between machines,"

  /// The argument, if it is a text.
  private static func text(_ argument: [Word]) -> Word? {
    let words = argument.filter { $0.kind != .sign || !"()".contains($0.text) }
    return words.count == 1 && words[0].kind == .text ? words[0] : nil
  }
}
