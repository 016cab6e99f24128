package import PlayheadValues

/// A call that cannot be understood.
package struct UsageError: Error, Equatable {
  /// What is wrong with it.
  package enum Fact: Error, Equatable {
    /// There is no such command.
    case unknownCommand(String, suggestion: String?)
    /// The word begins the names of these commands, and none of their second words is there.
    case incompleteCommand(String, [String])
    /// The command has no such option.
    case unknownOption(String, suggestion: String?)
    /// Something that must be there is not.
    case missing(String)
    /// A word that nothing takes.
    case unexpected(String)
    /// An option stands alone; `label` is how it is written.
    case missingValue(for: String, label: String)
    /// A flag has a value.
    case unexpectedValue(String, for: String)
    /// An option that may be given once is given again.
    case givenTwice(String)
    /// Two options cannot be given together.
    case conflict(String, String)
    /// An option takes no expressions that ask for states.
    case needsStates(option: String)
    /// A word is not the value that it should be.
    case badValue(String, for: String, BadValue)
  }

  /// What is wrong.
  package let fact: Fact
  /// The command that was called, if it is known.
  package let command: String?
  /// The name of the tool, for the way out.
  package let tool: String

  /// `fact` about a call of `command`.
  package init(_ fact: Fact, command: String? = nil, tool: String = "playhead") {
    self.fact = fact
    self.command = command
    self.tool = tool
  }
}

extension UsageError: ErrorInLines {
  /// One sentence, and on a second line the way out.
  package var text: StyledText {
    "\(fact)\n  \(wayOut)"
  }

  private var wayOut: String {
    guard let command else { return "'\(tool) help' lists the commands" }
    return "'\(tool) help \(command)' shows how it is used"
  }
}

extension UsageError.Fact: CustomStringConvertible {
  /// One sentence.
  package var description: String {
    switch self {
    case .unknownCommand(let word, let suggestion):
      "unknown command '\(word)'" + didYouMean(suggestion)
    case .incompleteCommand(let word, let names):
      "'\(word)' alone is no command; the commands are: "
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
      "option '\(flag)' takes no value, but it is given '\(value)'"
    case .givenTwice(let option):
      "option '\(option)' is given twice"
    case .conflict(let one, let other):
      "options '\(one)' and '\(other)' exclude each other"
    case .needsStates(let option):
      "'\(option)' goes with conditions that ask for no states; leave out 'state', 'before' and 'changed'"
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
      "unknown \(kind) '\(word)'; there is none here"
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

/// The end of a sentence about an unknown word.
func didYouMean(_ suggestion: String?) -> String {
  suggestion.map { "; did you mean '\($0)'?" } ?? ""
}
