import PlayheadFlux
import PlayheadTerminal

/// The command lines that an app understands, with their help and their effects.
///
/// Give an app one as a static property. Return ``help`` from its `commandHelp`, and call ``perform(_:on:)``
/// in its `perform`.
package struct CommandTable<ReplayableApp>: Sendable {
  private let commands: [TextCommand<ReplayableApp>]

  /// A table of these commands, in the order of the help.
  package init(_ commands: TextCommand<ReplayableApp>...) { self.commands = commands }

  /// A line per command, and further hints.
  package var help: String {
    let width = commands.map(\.usage.count).max() ?? 0
    let lines = commands.map { command in
      command.usage.padding(to: width) + "  " + command.meaning
    }
    return (lines + ["", "Lines that begin with # are remarks."])
      .joined(separator: "\n")
  }

  /// Performs `line`. Ignores empty lines, and lines that begin with `#`.
  ///
  /// - Throws: `CommandError`, with one sentence that says what to do.
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

/// A command line that an app understands.
package struct TextCommand<ReplayableApp>: Sendable {
  let usage: String
  let meaning: String
  let perform: @Sendable (ReplayableApp, inout CommandLineReader) throws -> String?

  /// A command.
  ///
  /// - Parameters:
  ///   - usage: Its word, and its arguments in capitals: `like POST`, `wait [SECONDS]`. A line with more
  ///     words is refused, unless the last argument is `TEXT`, which takes the rest of the line.
  ///   - meaning: What the command does, as a short phrase.
  ///   - perform: Performs the command.
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

  /// A command that returns text which the view does not show.
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
