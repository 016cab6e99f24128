import PlayheadCoding
package import PlayheadValues

/// What stands before a line that is typed.
package struct LinePrompt: Sendable {
  /// The words, without the space after them.
  package let text: String
  /// How they look where text may be colored.
  package let style: Style?
  /// Whether typed lines are kept for later sessions: lines for an app may be secret.
  package let isRemembered: Bool

  /// The prompt `text`, in `style`.
  package init(_ text: String, _ style: Style? = nil, isRemembered: Bool = true) {
    (self.text, self.style, self.isRemembered) = (text.visible, style, isRemembered)
  }
}

/// What became of a line that was asked for.
package enum EditedLine: Equatable, Sendable {
  /// It was entered.
  case line(String)
  /// Ctrl-C took it away.
  case cancelled
  /// There are no more.
  case end
}

/// How a line may go on.
package struct Completion: Equatable, Sendable {
  /// The end of the line that is completed; every one of ``words`` begins with it.
  package var typed: String
  /// What it may become.
  package var words: [String]
  /// The character after a word if it is the only one.
  package var end: Character?

  /// `typed` as one of `words`, with `end` behind it. Words that nobody can type, as they would steer the
  /// terminal, are left out.
  package init(of typed: String, _ words: [String] = [], end: Character? = nil) {
    (self.typed, self.end) = (typed, end)
    self.words = words.filter { $0 == $0.visible }
  }

  /// One of the words as what replaces `part`, which an editor takes for the word that is being typed: it
  /// ends at the caret, as ``typed`` does, and may begin before or behind it.
  package func replacement(of part: String, by word: String) -> String {
    let surplus = part.unicodeScalars.count - typed.unicodeScalars.count
    if surplus >= 0 {
      return String(String.UnicodeScalarView(part.unicodeScalars.prefix(surplus))) + word
    }
    return String(String.UnicodeScalarView(word.unicodeScalars.dropFirst(-surplus)))
  }

  /// What all of the words begin with.
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
