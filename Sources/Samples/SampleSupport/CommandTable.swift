import PlayheadFlux
import PlayheadTerminal

/// The lines of text that an app understands: what its help lists and what its `perform` does.
///
/// An app has one as a static property. Its `commandHelp` is the table's ``help``, and its `perform`
/// the table's ``perform(_:on:)``.
package struct CommandTable<ReplayableApp>: Sendable {
  private let commands: [TextCommand<ReplayableApp>]

  /// A table of these commands, in the order of the help.
  package init(_ commands: TextCommand<ReplayableApp>...) { self.commands = commands }

  /// A line per command, and what else a person has to know.
  package var help: String {
    let width = commands.map(\.usage.count).max() ?? 0
    let lines = commands.map { command in
      command.usage.padding(to: width) + "  " + command.meaning
    }
    return (lines + ["", "Lines that begin with # are remarks."])
      .joined(separator: "\n")
  }

  /// Does what `line` says; an empty line and one that begins with `#` say nothing.
  ///
  /// - Throws: `CommandError`, one sentence with what would do.
  @discardableResult package func perform(_ line: String, on app: ReplayableApp) throws -> String? {
    var rest = CommandLineReader(line)
    guard let word = rest.word(), !word.hasPrefix("#") else { return nil }
    guard word != "help" else { return help }
    guard let command = commands.first(where: { $0.word == word }) else {
      throw unknown(word, amongst: commands.map { String($0.word) } + ["help"])
    }
    if let extra = command.firstExtraWord(of: line) {
      throw CommandError("'\(word)' does not take '\(extra)'; say '\(command.usage)'")
    }
    do {
      return try command.perform(app, &rest)
    } catch let error as MissingWord {
      throw CommandError("\(error.what) is missing; say '\(command.usage)'")
    }
  }
}

/// A line of text that an app understands.
package struct TextCommand<ReplayableApp>: Sendable {
  let usage: String
  let meaning: String
  let perform: @Sendable (ReplayableApp, inout CommandLineReader) throws -> String?

  /// A command.
  ///
  /// - Parameters:
  ///   - usage: Its word, and what it takes in capitals: `like POST`, `wait [SECONDS]`. A line with
  ///     more words than that is refused, unless the last is `TEXT`, which takes all there is.
  ///   - meaning: What it does, as a short phrase.
  ///   - perform: Does it.
  package init(
    _ usage: String, _ meaning: String,
    perform: @escaping @Sendable (ReplayableApp, inout CommandLineReader) throws -> Void
  ) {
    self.usage = usage
    self.meaning = meaning
    self.perform = { app, words in
      try perform(app, &words)
      return nil
    }
  }

  /// A command that tells something which the view does not show.
  package init(
    _ usage: String, telling meaning: String,
    tell: @escaping @Sendable (ReplayableApp, inout CommandLineReader) throws -> String
  ) {
    self.usage = usage
    self.meaning = meaning
    perform = { app, words in try tell(app, &words) }
  }

  var word: Substring { usage.prefix { $0 != " " } }

  func firstExtraWord(of line: String) -> Substring? {
    let taken = usage.split(separator: " ")
    guard taken.last?.trimmingPrefix("[").hasPrefix("TEXT") != true else { return nil }
    return line.split { $0.isWhitespace }.dropFirst(taken.count).first
  }
}
