/// Why a text is not a path.
public struct PathError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// This was expected, but something else, or the end, was found.
    case expected(String)
    /// A character that is in no bare name and begins no part.
    case otherSign
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
    "'\(text)' is not a path: expected \(expected) at character \(offset + 1)\(hint)"
  }

  private var expected: String {
    if case .expected(let what) = reason { what } else { "'.' or '['" }
  }

  private var hint: String {
    if text.contains("[*]") { return "; name the list, or one of its elements as in '[0]'" }
    guard reason == .otherSign else { return "" }
    return "; write a name with characters other than letters, digits and '_' as [\"a-b\"]"
  }
}
