import PlayheadReplay
import PlayheadValues

/// `help`: shows how to use the tool and its commands.
struct HelpCommand: Command {
  let tool: CommandLineTool

  let name = "help"
  let summary = "Shows how to use a command."
  let word = Parameter.optionalArgument(
    "COMMAND", .text,
    "A command, a command of 'debug', or one of the other pages; by default, the list of commands and pages."
  )
  let inner = Parameter.optionalArgument(
    "DEBUGGER-COMMAND", .text, "After 'debug': one of its commands, as in 'help debug step'.")
  let manual = Parameter.flag(
    "man", "Print the whole help as a man page, as in: help --man > playhead.1")

  let isPaged = true

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    if arguments[manual] {
      try console.write(StyledText(lines: ManualPage(tool: tool, commands: all).text))
      return .good
    }
    let help = Help(for: console)
    var (word, inner) = (arguments[word], arguments[inner])
    let words = [word, inner].compactMap(\.self)
    if let command = all.first(where: { $0.nameWords == words }) {
      (word, inner) = (command.name, nil)
    }
    if let command = try debuggerCommand(word, inner) {
      try console.show(HelpAnswer(command, of: nil)) {
        try console.write(StyledText(lines: help.page(for: command)))
      }
      return .good
    }
    switch console.form {
    case .json:
      for command in try commands(word) {
        try console.print(json: HelpAnswer(command, of: tool.name))
      }
    case .text: try console.write(StyledText(lines: page(word, help)))
    }
    return .good
  }

  /// The command of `debug` that `help debug INNER` or `help WORD` names; nil if a command of the tool or a page has
  /// that name.
  private func debuggerCommand(_ word: String?, _ inner: String?) throws -> (any REPLCommand)? {
    if let inner, !hasDebugger || word != "debug" { throw UsageError.Fact.unexpected(inner) }
    guard hasDebugger, let word else { return nil }
    if let inner { return try REPLCommands.named(inner) }
    let isKnown = tool.topics.contains { $0.name == word } || (try? commands(word)) != nil
    return isKnown ? nil : try? REPLCommands.named(word)
  }

  func overview(_ help: Help) -> String {
    Help.sections([
      help.wrapped(tool.summary),
      help.wrapped("usage: \(tool.name) [OPTIONS] COMMAND [ARGUMENTS]"),
      help.titled("options", ToolParameters.all.map { (Help.optionTerm($0), $0.help) }),
      help.titled("commands", all.filter(\.isListed).map { ($0.name, $0.summary) }),
      help.titled("other pages", tool.topics.map { ($0.name, $0.summary) }),
      help.wrapped(
        "'\(tool.name) help COMMAND' shows how to use a command"
          + (hasDebugger ? ", and 'help debug COMMAND' one of the debugger." : ".")),
    ])
  }

  func pages(for commands: [any Command], _ help: Help) -> String {
    commands.map { command in
      let page = help.page(for: command, of: tool.name)
      return command is DebugCommand ? page + "\n" + help.debuggerCommands : page
    }.joined(separator: "\n")
  }

  private var all: [any Command] { tool.commands + [self] }
  private var hasDebugger: Bool { tool.commands.contains { $0 is DebugCommand } }

  private func page(_ word: String?, _ help: Help) throws -> String {
    guard let word else { return overview(help) }
    if let topic = tool.topics.first(where: { $0.name == word }) { return help.page(for: topic) }
    return try pages(for: commands(word), help)
  }

  private func commands(_ word: String?) throws -> [any Command] {
    guard let word else { return all }
    // 'help fixtures' means 'fixture'.
    let single = word.hasSuffix("s") ? String(word.dropLast()) : word
    let matches = all.filter {
      [$0.name, $0.nameWords[0]].contains { [word, single].contains($0) }
    }
    if !matches.isEmpty { return matches }
    let known = all.map(\.name) + tool.topics.map(\.name) + REPLCommands.all.map(\.name)
    let suggestion = Suggestion.closest(to: word, in: known)
    throw UsageError(.unknownCommand(word, suggestion: suggestion), tool: tool.name)
  }
}

/// `help` in the REPL.
struct HelpREPLCommand: REPLCommand {
  let name = "help"
  let aliases = ["?"]
  let summary = "Lists the commands, or shows how to use one."
  let word = Parameter.optionalArgument(
    "COMMAND", .text(completedAs: .command),
    "The command, 'steps' or 'expressions'; by default, the list.")
  let examples = [
    Example("help goto", "how to use 'goto'"), Example("help steps", "how to write steps"),
  ]
  /// The pages without a command.
  static let topics = [HelpTopic.steps, .expressions]

  func run(_ arguments: ParsedArguments, in session: DebugSession) throws {
    let word = arguments[word]
    switch session.console.form {
    case .json:
      let commands = try word.map { [try REPLCommands.named($0)] } ?? REPLCommands.all
      try session.console.print(json: commands.map { HelpAnswer($0, of: nil) })
    case .text: try Self.show(page(word, Help(for: session.console)), on: session.console)
    }
  }

  private func page(_ word: String?, _ help: Help) throws -> String {
    guard let word else { return overview(help) }
    if let topic = Self.topics.first(where: { $0.name == word }) { return help.page(for: topic) }
    return help.page(for: try REPLCommands.named(word))
  }

  /// Shows a page in the REPL's pager.
  static func show(_ page: String, on console: Console) throws {
    // 'print' writes the end of the last line.
    try console.print(StyledText(lines: String(page.dropLast())))
  }

  /// The list of the commands.
  private func overview(_ help: Help) -> String {
    let repeatable = REPLCommands.all.filter(\.isRepeatable).map { "'\($0.name)'" }
    let closing = Help.sections([
      help.wrapped(
        "An empty line repeats the last command if it was one of "
          + "\(repeatable.joined(separator: ", ")). 'help COMMAND' shows how to use a command, "
          + "'help steps' how to write steps, 'help expressions' how to write conditions.")
    ])
    return help.debuggerCommands + "\n" + closing
  }
}

extension Help {
  /// The commands of `debug`, by groups.
  var debuggerCommands: String {
    Self.sections(
      REPLCommands.groups.map { group in
        titled(group.title, group.commands.map { ($0.names.joined(separator: ", "), $0.summary) })
      })
  }

  func page(for command: any REPLCommand) -> String {
    let others = command.aliases.map { "'\($0)'" }.joined(separator: " or ")
    return page(for: command, of: nil, closing: others.isEmpty ? nil : "\(others) means the same.")
  }
}
