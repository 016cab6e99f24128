import PlayheadFlux

/// Takes a command's line apart, from left to right.
struct CommandLineReader {
  private var rest: Substring

  init(_ line: String) {
    rest = line[...]
    // Terminals on other systems end lines with a return as well.
    if rest.hasSuffix("\r") { rest.removeLast() }
  }

  /// The next word; nil at the end. The one blank after it goes with it.
  mutating func word() -> Substring? {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard !rest.isEmpty else { return nil }
    let word = rest.prefix { $0 != " " && $0 != "\t" }
    rest = rest.dropFirst(word.count)
    if !rest.isEmpty { rest.removeFirst() }
    return word
  }

  /// All that is left, blanks included, with its escapes resolved.
  ///
  /// With a `usage` the text must not be empty.
  mutating func text(usage: String?) throws -> String {
    if let usage, rest.isEmpty {
      throw CommandError("there is no text to insert; say '\(usage)'")
    }
    defer { rest = "" }
    return try unescape(rest)
  }

  /// Refuses what is left over.
  mutating func finish(after command: Substring) throws {
    guard let word = word() else { return }
    throw CommandError("'\(command)' does not take '\(word)'; 'help' lists what it takes")
  }

  private func unescape(_ text: Substring) throws -> String {
    var output = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      output.append(scalar == "\\" ? try unescape(scalars.next()) : scalar)
    }
    return String(output)
  }

  private func unescape(_ letter: Unicode.Scalar?) throws -> Unicode.Scalar {
    switch letter {
    case "n": return "\n"
    case "t": return "\t"
    case "\\": return "\\"
    case let letter?:
      throw CommandError("'\\\(letter)' means nothing; a backslash itself is written '\\\\'")
    case nil:
      throw CommandError("the text ends in a lone backslash; a backslash itself is written '\\\\'")
    }
  }
}
