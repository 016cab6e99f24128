package import PlayheadValues

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
