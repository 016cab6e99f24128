/// A comment that silences a rule: `// playhead-ignore: clock because views show it`.
struct Suppression {
  /// The first word of the comment.
  static let word = "playhead-ignore"

  let rules: Set<Rule>
  let file: Int
  let offset: Int
  /// The line that the comment is about.
  let line: Int
  /// What is wrong with the comment; nil if nothing.
  let complaint: String?

  /// All suppressions of a file: on the line itself, or on lines of their own above it.
  static func all(in source: SourceFile, number: Int) -> [Suppression] {
    let text = String(decoding: source.bytes, as: UTF8.self)
    guard text.contains(word) else { return [] }
    let comment = #/\/\/+ *playhead-ignore([^\n]*)/#.matchingSemantics(.unicodeScalar)
    return text.matches(of: comment).compactMap { match in
      let before = text[..<match.range.lowerBound]
      guard !endsInText(before) else { return nil }
      return Suppression(String(match.output.1), before.utf8.count, source, number)
    }
  }

  /// Whether a source ends within a string, judging by its quotation marks.
  private static func endsInText(_ source: Substring) -> Bool {
    let line =
      source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).last ?? ""
    let quotes = line.replacing("\"\"\"", with: "").replacing("\\\"", with: "").count { $0 == "\"" }
    return !quotes.isMultiple(of: 2) || !source.ranges(of: "\"\"\"").count.isMultiple(of: 2)
  }

  private init(_ text: String, _ offset: Int, _ source: SourceFile, _ number: Int) {
    (file, self.offset) = (number, offset)
    line = Self.line(meantAt: offset, in: source)
    let (names, reason) = Self.parts(of: text)
    let known = names.compactMap(Rule.init).filter { $0 != .silence }
    rules = Set(known)
    let unknown = names.first { Rule(rawValue: $0) == nil || $0 == Rule.silence.rawValue }
    if let unknown {
      let rules = Rule.allCases.filter { $0 != .silence }.map(\.rawValue).joined(separator: ", ")
      complaint = "there is no rule '\(unknown)' to silence; there are: \(rules)"
    } else if known.isEmpty || !text.hasPrefix(":") {
      complaint = "the rule is missing; write '// \(Self.word): RULE because REASON'"
    } else if reason.isEmpty {
      complaint = "a reason is missing; write '// \(Self.word): \(names[0]) because REASON'"
    } else {
      complaint = nil
    }
  }

  /// The comment's own line or, if it stands alone, the next line with code.
  private static func line(meantAt offset: Int, in source: SourceFile) -> Int {
    let own = source.line(at: offset)
    guard source.beginsLine(at: offset) else { return own }
    var line = own + 1
    while line <= source.lineCount, !source.hasCode(line: line) { line += 1 }
    return line
  }

  /// `: clock, random because REASON`.
  private static func parts(of text: String) -> (names: [String], reason: String) {
    let text = text.drop { $0 == ":" || $0 == " " }
    let words = text.firstRange(of: "because")
    let names = text[..<(words?.lowerBound ?? text.endIndex)]
      .split { $0 == "," || $0 == " " || $0.isNewline }.map(String.init)
    let reason = words.map { text[$0.upperBound...].drop { $0.isWhitespace } } ?? ""
    return (names, String(reason))
  }
}
