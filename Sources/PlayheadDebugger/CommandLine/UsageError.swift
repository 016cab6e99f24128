package import PlayheadValues

/// A wrong call of the tool.
package struct UsageError: Error {
  /// What is wrong with the call.
  package enum Fact: Error {
    case unknownCommand(String, suggestion: String?)
    case incompleteCommand(String, [String])
    case unknownOption(String, suggestion: String?)
    case missing(String)
    case unexpected(String)
    case missingValue(for: String, label: String)
    case unexpectedValue(String, for: String)
    case givenTwice(String)
    case conflict(String, String)
    case needsStates(option: String)
    case badValue(String, for: String, BadValue)
    case notUTF8(String)
  }

  private let fact: Fact
  /// The called command, if known.
  private let command: String?
  /// The name of the tool, for the hint; `nil` in `debug`.
  private let tool: String?

  init(_ fact: Fact, command: String? = nil, tool: String?) {
    (self.fact, self.command, self.tool) = (fact, command, tool)
  }
}

extension UsageError: ErrorInLines {
  /// One sentence, and a hint on a second line.
  package var text: StyledText {
    "\(fact)\n  \(hint)"
  }

  private var hint: String {
    let help = (tool.map { "\($0) " } ?? "") + "help"
    guard let command else { return "'\(help)' lists the commands" }
    return "'\(help) \(command)' shows how to use it"
  }
}

extension UsageError.Fact: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownCommand(let word, let suggestion):
      "unknown command '\(word)'" + didYouMean(suggestion)
    case .incompleteCommand(let word, let names):
      "'\(word)' alone is not a command; the commands are: "
        + names.map { "'\($0)'" }.joined(separator: ", ")
    case .unknownOption(let word, _) where ToolParameters.all.contains { $0.name == word }:
      "'\(word)' comes before the command, not after it"
    case .unknownOption(let word, let suggestion):
      "unknown option '\(word)'" + didYouMean(suggestion)
    case .missing(let label):
      "\(label) is missing"
    case .unexpected(let word):
      "unexpected argument '\(word)'"
    case .missingValue(let option, let label):
      "option '\(option)' needs a value: '\(label)'"
    case .unexpectedValue(let value, let flag):
      "option '\(flag)' takes no value, but got '\(value)'"
    case .givenTwice(let option):
      "option '\(option)' is given twice"
    case .conflict(let one, let other):
      "options '\(one)' and '\(other)' cannot be used together"
    case .needsStates(let option):
      "'\(option)' works only with conditions that use no states; leave out 'state', 'before' and 'changed'"
    case .badValue(let word, let parameter, .expected(let phrase)):
      "\(parameter) cannot be '\(word)': it must be \(phrase)"
    case .badValue(let word, _, .unknown(let kind, let suggestion?, _)):
      "unknown \(kind) '\(word)'" + didYouMean(suggestion)
    case .badValue(let word, _, .unknown(let kind, nil, let known)) where known.isEmpty:
      "unknown \(kind) '\(word)'; there are none here"
    case .badValue(let word, _, .unknown(let kind, nil, let known)):
      "unknown \(kind) '\(word)'; known: \(known.map { "'\($0)'" }.joined(separator: ", "))"
    case .badValue(_, _, .sentence(let sentence)):
      sentence
    case .notUTF8(let word):
      "'\(word)' is not UTF-8; if it names a file, rename that"
    }
  }
}

func didYouMean(_ suggestion: String?) -> String {
  suggestion.map { "; did you mean '\($0)'?" } ?? ""
}
