/// Why a text is not a path.
public struct PathError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// This was expected, but something else, or the end, was found.
    case expected(String)
    /// A character that is in no bare name and begins no part.
    case otherSign
    /// A quotation mark is never closed.
    case unclosedQuote
    /// A backslash is not followed by an escape.
    case unknownEscape
    /// A number that its type cannot hold, or not a number at all.
    case badNumber(String)
    /// An argument that its type cannot read.
    case badArgument(type: String)
    /// A word that is neither a literal nor a key type.
    case unknownWord(String)
    /// More nested brackets than `PathParser.depthLimit`.
    case tooDeep
  }

  /// The text that was read.
  public var text: String
  /// The place in the text, in Unicode scalars from 0.
  public var offset: Int
  /// What is wrong there.
  public var reason: Reason
}

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
    case .unknownEscape: "the character after a backslash is not a known escape"
    case .badNumber(let text): "'\(text)' is not a number that fits"
    case .badArgument(let type): "this is not an argument of \(type)"
    case .unknownWord(let word): "'\(word)' is neither a literal nor a key type"
    case .tooDeep: "more than \(PathParser.depthLimit) brackets within brackets"
    }
  }

  private var wayOut: String {
    if text.contains("[*]") { return "; name the list, or one of its elements as in '[0]'" }
    guard reason == .otherSign else { return "" }
    return "; write a name with characters other than letters, digits and '_' as [\"a-b\"]"
  }
}
