extension PathError: CustomStringConvertible {
  /// One sentence: the text, the place (characters count from 1), and what is wrong there.
  public var description: String {
    "'\(text)' is not a path: \(sentence) at character \(offset + 1)\(wayOut)"
  }

  private var sentence: String {
    switch reason {
    case .expected(let what): "expected \(what)"
    case .otherSign: "expected '.' or '['"
    case .unclosedQuote: "a quotation mark is not closed"
    case .unknownEscape: "a backslash is followed by no known escape"
    case .badNumber(let text): "'\(text)' is not a number that fits"
    case .badArgument(let type): "this is no argument of \(type)"
    case .unknownWord(let word): "'\(word)' is neither a literal nor a type of keys"
    case .tooDeep: "more than \(PathParser.depthLimit) brackets within brackets"
    }
  }

  private var wayOut: String {
    guard reason == .otherSign else { return "" }
    return "; a name with other signs than letters, digits and '_' is written [\"a-b\"]"
  }
}
