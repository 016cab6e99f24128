import PlayheadCoding
package import PlayheadValues

package struct LinePrompt: Sendable {
  /// The text, without the space after it.
  package let text: String
  /// The text's style where colors are on.
  package let style: Style?
  /// Whether to keep typed lines for later sessions. Lines for an app may be secret.
  package let isRemembered: Bool

  package init(_ text: String, _ style: Style? = nil, isRemembered: Bool = true) {
    (self.text, self.style, self.isRemembered) = (text.visible, style, isRemembered)
  }
}

package enum EditedLine: Equatable, Sendable {
  case line(String)
  case cancelled
  case end
}

package struct Completion: Equatable, Sendable {
  /// The text to complete, at the end of the line. All ``words`` begin with it.
  package var typed: String
  package var words: [String]
  /// The character to add after the word if there is only one.
  package var end: Character?

  /// Leaves out `words` with control characters, which the user cannot type.
  package init(of typed: String, _ words: [String] = [], end: Character? = nil) {
    (self.typed, self.end) = (typed, end)
    self.words = words.filter { $0 == $0.visible }
  }

  /// The common beginning of all words.
  package var common: String {
    guard let first = words.first else { return typed }
    return words.dropFirst().reduce(first) { common, word in
      String(zip(common, word).prefix { $0 == $1 }.map(\.0))
    }
  }
}
