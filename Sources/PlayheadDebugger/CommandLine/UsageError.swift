package import PlayheadValues

/// A wrong call of the tool.
package struct UsageError: Error, Equatable {
  /// What is wrong with the call.
  package enum Fact: Error, Equatable {
    /// The command does not exist.
    case unknownCommand(String, suggestion: String?)
    /// The word is the first word of these commands, and the second word is missing.
    case incompleteCommand(String, [String])
    /// The command has no such option.
    case unknownOption(String, suggestion: String?)
    /// A required word is missing.
    case missing(String)
    /// A word that no parameter takes.
    case unexpected(String)
    /// An option lacks its value. `label` shows how to write the option.
    case missingValue(for: String, label: String)
    /// A flag has a value.
    case unexpectedValue(String, for: String)
    /// An option occurs more than once.
    case givenTwice(String)
    /// Two options cannot be used together.
    case conflict(String, String)
    /// An option does not support conditions on states.
    case needsStates(option: String)
    /// A word is not a valid value.
    case badValue(String, for: String, BadValue)
  }

  /// What is wrong with the call.
  package let fact: Fact
  /// The called command, if known.
  package let command: String?
  /// The name of the tool, for the hint; `nil` in `debug`.
  package let tool: String?

  package init(_ fact: Fact, command: String? = nil, tool: String?) {
    self.fact = fact
    self.command = command
    self.tool = tool
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
    case .badValue(let word, let parameter, let reason):
      describe(reason, word, parameter)
    }
  }

  private func describe(_ reason: BadValue, _ word: String, _ parameter: String) -> String {
    switch reason {
    case .expected(let phrase):
      "\(parameter) cannot be '\(word)': it must be \(phrase)"
    case .unknown(let kind, let suggestion?, _):
      "unknown \(kind) '\(word)'" + didYouMean(suggestion)
    case .unknown(let kind, nil, let known) where known.isEmpty:
      "unknown \(kind) '\(word)'; there are none here"
    case .unknown(let kind, nil, let known):
      "unknown \(kind) '\(word)'; known: \(known.map { "'\($0)'" }.joined(separator: ", "))"
    case .step(let error):
      "\(error)"
    case .place(let error):
      "\(error)"
    case .expression(let error):
      "\(error)"
    }
  }
}

func didYouMean(_ suggestion: String?) -> String {
  suggestion.map { "; did you mean '\($0)'?" } ?? ""
}
