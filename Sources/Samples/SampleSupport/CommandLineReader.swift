import PlayheadFlux
import PlayheadTerminal

/// Splits a command line into words, from left to right.
package struct CommandLineReader {
  private var rest: Substring

  /// The words of `line`.
  package init(_ line: String) {
    rest = line[...]
    // Other systems end lines with a carriage return too.
    if rest.hasSuffix("\r") { rest.removeLast() }
  }

  /// The next word; nil at the end. Also removes one blank after it.
  package mutating func word() -> Substring? {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard !rest.isEmpty else { return nil }
    let word = rest.prefix { $0 != " " && $0 != "\t" }
    rest = rest.dropFirst(word.count)
    if !rest.isEmpty { rest.removeFirst() }
    return word
  }

  /// The rest of the line, with blanks, and with its escapes resolved.
  ///
  /// With a `usage`, the text must not be empty.
  package mutating func text(usage: String?) throws -> String {
    if let usage, rest.isEmpty {
      throw CommandError("there is no text to insert; say '\(usage)'")
    }
    defer { rest = "" }
    return try unescape(rest)
  }

  /// The rest of the line after the blanks. Must not be empty. `what` names it in errors, as in "a name".
  package mutating func text(_ what: String) throws -> String {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    let text = try text(usage: nil)
    guard text.contains(where: { !$0.isWhitespace }) else { throw MissingWord(what: what) }
    return text
  }

  /// Throws if there are words left.
  package mutating func finish(after command: Substring) throws {
    guard let word = word() else { return }
    throw CommandError("'\(command)' does not take '\(word)'; 'help' lists what it takes")
  }

  /// The next word, which must exist. `what` names it in errors, as in "a post's number".
  package mutating func word(_ what: String) throws -> Substring {
    guard let word = word() else { throw MissingWord(what: what) }
    return word
  }

  /// The next word as a whole number.
  package mutating func number(_ what: String) throws -> Int {
    let word = try word(what)
    guard let number = Int(word) else { throw CommandError("'\(word)' is not \(what)") }
    return number
  }

  /// The next word as one of these choices, which users type by their raw values.
  package mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ what: String, of type: Choice.Type = Choice.self
  ) throws -> Choice {
    let word = try word("\(what) (\(Choice.list))")
    guard let choice = Choice(rawValue: String(word)) else {
      throw CommandError("'\(word)' is not \(what); there is \(Choice.list)")
    }
    return choice
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

extension CaseIterable where Self: RawRepresentable<String> {
  /// The raw values, with commas.
  fileprivate static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

/// A word is missing at the end of a line. The command table adds how to use the command.
struct MissingWord: Error {
  let what: String
}
