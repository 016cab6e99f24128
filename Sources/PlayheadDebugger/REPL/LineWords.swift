/// Splits typed lines into words at spaces, but not inside brackets or quotation marks, which are part of
/// a path: `cart.items["A 7"]`.
enum LineWords {
  static func split(_ text: Substring) -> [String] {
    ranges(of: text).map { String(text[$0]) }
  }

  private static func ranges(of text: Substring) -> [Range<Substring.Index>] {
    var ranges: [Range<Substring.Index>] = []
    var start: Substring.Index?
    var (depth, isQuoted, isEscaped) = (0, false, false)
    for (index, character) in zip(text.indices, text) {
      if character.isWhitespace, depth == 0, !isQuoted {
        if let first = start { ranges.append(first..<index) }
        start = nil
        continue
      }
      start = start ?? index
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\" where isQuoted: isEscaped = true
      case "\"": isQuoted.toggle()
      case "[" where !isQuoted: depth += 1
      case "]" where !isQuoted: depth = max(0, depth - 1)
      default: break
      }
    }
    if let start { ranges.append(start..<text.endIndex) }
    return ranges
  }

  /// The words, without double quotes around words or option values: `--where="step > 3"`.
  static func splitUnquoted(_ text: Substring) -> [String] {
    split(text).map { word in
      guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else {
        return unquoted(word)
      }
      return word[...equals] + unquoted(String(word[word.index(after: equals)...]))
    }
  }

  static func unquoted(_ word: String) -> String {
    guard word.count >= 2, word.hasPrefix("\""), word.hasSuffix("\"") else { return word }
    return String(word.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }

  /// The options, the first word, and the rest as one word: a value.
  static func splitValue(_ text: Substring) -> [String] {
    var words: [String] = []
    var rest = text.drop(while: \.isWhitespace)
    while rest.hasPrefix("--") {
      let (option, more) = parts(of: String(rest))
      words.append(option)
      rest = Substring(more.drop(while: \.isWhitespace))
    }
    let first = split(rest).first ?? ""
    guard !first.isEmpty else { return words }
    let value = rest.dropFirst(first.count).drop(while: \.isWhitespace)
    words += ["--", first]
    return value.isEmpty ? words : words + [String(value)]
  }

  /// The last word, which may be partly typed or empty.
  static func last(of text: Substring) -> Substring {
    guard let last = ranges(of: text).last, last.upperBound == text.endIndex else { return "" }
    return text[last]
  }

  /// The text before and after the first `word`; `nil` if the text does not contain it.
  static func parts(
    of text: Substring, around word: String
  ) -> (before: Substring, after: Substring)? {
    guard let place = ranges(of: text).first(where: { text[$0] == word }) else { return nil }
    return (text[..<place.lowerBound], text[place.upperBound...])
  }

  static func parts(of line: String) -> (word: String, rest: Substring) {
    let word = line.prefix { !$0.isWhitespace }
    return (String(word), line[word.endIndex...])
  }
}
