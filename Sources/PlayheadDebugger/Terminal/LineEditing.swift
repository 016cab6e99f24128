import PlayheadCoding
package import PlayheadValues

/// The prompt before a typed line.
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

/// The result of a request for a line.
package enum EditedLine: Equatable, Sendable {
  /// The user entered a line.
  case line(String)
  /// The user pressed Ctrl-C.
  case cancelled
  /// The input has ended.
  case end
}

/// The possible completions of a line.
package struct Completion: Equatable, Sendable {
  /// The text to complete, at the end of the line. All ``words`` begin with it.
  package var typed: String
  /// The completions.
  package var words: [String]
  /// The character to add after the word if there is only one.
  package var end: Character?

  /// Leaves out `words` with control characters, which the user cannot type.
  package init(of typed: String, _ words: [String] = [], end: Character? = nil) {
    (self.typed, self.end) = (typed, end)
    self.words = words.filter { $0 == $0.visible }
  }

  /// The text that replaces `part` to complete with `word`. `part` is what the editor considers the current
  /// word: like ``typed``, it ends at the cursor, but may start before or after the start of ``typed``.
  package func replacement(of part: String, by word: String) -> String {
    let surplus = part.unicodeScalars.count - typed.unicodeScalars.count
    if surplus >= 0 {
      return String(String.UnicodeScalarView(part.unicodeScalars.prefix(surplus))) + word
    }
    return String(String.UnicodeScalarView(word.unicodeScalars.dropFirst(-surplus)))
  }

  /// The common beginning of all words.
  package var common: String {
    guard let first = words.first else { return typed }
    return words.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
  }
}

extension String {
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
