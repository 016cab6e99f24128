import PlayheadInspector
import Foundation
import PlayheadCoding
import PlayheadReplay
import PlayheadValues

/// A set of commands under one name: `playhead`, or an app's own executable.
package struct CommandLineTool: Sendable {
  /// The first word of every call.
  package let name: String
  /// What `--version` prints after the name.
  package let version: String
  /// One sentence about the tool, with its period.
  package let summary: String
  /// The commands in the order of the help, without `help`.
  package let commands: [any Command]
  /// Help pages that do not belong to a command.
  package let topics: [HelpTopic]
  /// The apps whose stores the tool contains.
  let apps: Apps?

  init(
    name: String, version: String, summary: String, commands: [any Command],
    topics: [HelpTopic], apps: Apps?
  ) {
    self.apps = apps
    self.name = name.visible
    self.version = version
    self.summary = summary
    self.commands = commands
    self.topics = topics
  }

  /// Runs the command that `arguments` name, without the tool's own name. An error becomes a sentence on
  /// standard error and an exit code.
  package func run(_ arguments: [String], _ console: Console) -> ExitCode {
    // With '--json', an error in the call itself is JSON, too.
    let options = arguments.prefix { $0 != "--" }
    if options.contains(CommonParameters.json.spec.name) { console.form = .json }
    do {
      try checkMemoryVariable(console)
      if arguments.first == ShellCompleter.word {
        try ShellCompleter(tool: self, console: console).complete(arguments.dropFirst())
        try console.flush()
        return .good
      }
      let display = try naming { () throws(UsageError.Fact) in
        try DisplayOptions(in: arguments, for: console)
      }
      let code = try perform(display.others, display, console)
      try console.flush()
      return code
    } catch OutputError.closed {
      // The reader has closed the pipe ('playhead log s.playhead | head').
      return .good
    } catch {
      return report(error, console)
    }
  }

  private func perform(
    _ arguments: [String], _ display: DisplayOptions, _ console: Console
  ) throws -> ExitCode {
    guard let word = arguments.first else { return try showOverview(console) }
    switch word {
    case "-h", "--help":
      return try showOverview(console)
    case "--version":
      try console.print("\(name) \(version)")
      return .good
    case ToolParameters.app.name:
      let words = arguments.dropFirst()
      throw try AppExecutable.run(
        words.prefix(1) + display.words + words.dropFirst(), tool: name, console)
    case ToolParameters.memory.name:
      return try perform(settingMemory(arguments.dropFirst()), display, console)
    default:
      return try call(arguments, console)
    }
  }

  /// Rejects an invalid limit in the environment, which would silently mean no limit.
  private func checkMemoryVariable(_ console: Console) throws {
    let variable = MemoryLimit.variable
    guard let text = console.terminal.environment(variable), Int(text) ?? 0 < 1 else { return }
    let fact = UsageError.Fact.badValue(
      text, for: variable, .expected("a whole number of bytes from 1 up"))
    throw UsageError(fact, tool: name)
  }

  /// Sets the memory limit for reading, and returns the arguments after it.
  private func settingMemory(_ arguments: ArraySlice<String>) throws -> [String] {
    let option = ToolParameters.memory
    try naming { () throws(UsageError.Fact) in
      guard let size = arguments.first else {
        throw .missingValue(for: option.name, label: option.label)
      }
      let bytes = try ArgumentType.size.value(size, for: option)
      MemoryLimit.bytes = bytes
      // For child processes. Safe because no other thread runs yet.
      setenv(MemoryLimit.variable, "\(bytes)", 1)
    }
    return Array(arguments.dropFirst())
  }

  /// The value of `body`. Adds the names of the tool and a command to what is wrong with a call.
  private func naming<T>(
    _ command: (any Command)? = nil, _ body: () throws(UsageError.Fact) -> T
  ) throws -> T {
    do throws(UsageError.Fact) {
      return try body()
    } catch {
      throw UsageError(error, command: command?.name, tool: name)
    }
  }

  /// Calls the command that the first one or two words name.
  private func call(_ arguments: [String], _ console: Console) throws -> ExitCode {
    let known = commands + [HelpCommand(tool: self)]
    if let command = known.first(where: { arguments.starts(with: $0.nameWords) }) {
      let words = arguments.dropFirst(command.nameWords.count)
      return try call(command, with: words, console)
    }
    let group = commands.filter { $0.nameWords.first == arguments[0] }
    if !group.isEmpty, CommonParameters.askForHelp(arguments) {
      return try showPage(
        HelpCommand(tool: self).pages(for: group, Help(for: console)), console)
    }
    throw unknownCommand(arguments, group, known)
  }

  /// Names of commands in 'debug' or in other tools, for suggestions.
  private static let synonyms = [
    "print": "state", "last": "history", "replay": "debug", "step": "debug", "list": "log",
    "events": "log",
    "stats": "info",
  ]

  private func showOverview(_ console: Console) throws -> ExitCode {
    try showPage(HelpCommand(tool: self).overview(Help(for: console)), console)
  }

  private func showPage(_ text: String, _ console: Console) throws -> ExitCode {
    try console.paged { try console.write(StyledText(lines: text)) }
    return .good
  }

  /// The error for `arguments` that name none of the `known` commands. The commands of `group` share the
  /// first word.
  private func unknownCommand(
    _ arguments: [String], _ group: [any Command], _ known: [any Command]
  ) -> UsageError {
    let word = arguments[0]
    if word.hasPrefix("-") {
      let known = ["--help", "--version"] + ToolParameters.all.map(\.name)
      let suggestion = Suggestion.closest(to: word, in: known)
      return UsageError(.unknownOption(word, suggestion: suggestion), tool: name)
    }
    let next = group.isEmpty ? nil : arguments.dropFirst().first { !$0.hasPrefix("-") }
    if !group.isEmpty, next == nil {
      return UsageError(.incompleteCommand(word, group.map(\.name)), tool: name)
    }
    let called = [word, next].compactMap(\.self).joined(separator: " ")
    let suggestion =
      Self.synonyms[called]
      ?? Suggestion.closest(
        to: called, in: (group.isEmpty ? known : group).filter(\.isListed).map(\.name))
    return UsageError(.unknownCommand(called, suggestion: suggestion), tool: name)
  }

  private func call(
    _ command: any Command, with words: ArraySlice<String>, _ console: Console
  ) throws -> ExitCode {
    if CommonParameters.askForHelp(words) {
      return try showPage(Help(for: console).page(for: command, of: name), console)
    }
    let words = command is HelpCommand ? joiningName(words) : words
    let arguments = try naming(command) { () throws(UsageError.Fact) in
      try ArgumentParser.parse(words, for: command.parameters)
    }
    console.form = arguments.form
    do {
      guard command.isPaged else { return try command.run(arguments, console) }
      return try console.paged { try command.run(arguments, console) } ?? .good
    } catch let fact as UsageError.Fact {
      throw UsageError(fact, command: command.name, tool: name)
    }
  }

  /// The words after `help`, with a two-word command name joined to one.
  private func joiningName(_ words: ArraySlice<String>) -> ArraySlice<String> {
    guard let command = commands.first(where: { words.starts(with: $0.nameWords) }) else {
      return words
    }
    return [command.name] + words.dropFirst(command.nameWords.count)
  }

  private func report(_ error: any Error, _ console: Console) -> ExitCode {
    // Shows the output from before the failure. If the streams are broken, nothing can be shown.
    try? console.flush()
    let code = ExitCode(error)
    let sentence = styledSentence(of: error)
    if console.form == .json {
      let facts: JSON = ["error": sentence.plain, "code": Int(code.rawValue)]
      try? console.printError(facts.adding("crash", ifAny: crash(in: error)))
    } else {
      try? console.printError("\(name): \(sentence)")
    }
    return code
  }
}

/// A call's arguments without the display options, which may come before or after the command.
private struct DisplayOptions {
  /// The options as the user typed them.
  private(set) var words: [String] = []
  /// All other arguments.
  private(set) var others: [String] = []

  /// Sets the console's display.
  init(in arguments: [String], for console: Console) throws(UsageError.Fact) {
    var rest = arguments[...]
    let option = ToolParameters.color
    while let word = rest.first, word != "--" {
      rest.removeFirst()
      if word == ToolParameters.noPager.name {
        console.pages = false
        words.append(word)
      } else if word == option.name || word.hasPrefix("\(option.name)=") {
        let attached = word == option.name ? nil : String(word.dropFirst(option.name.count + 1))
        guard let value = attached ?? rest.popFirst() else {
          throw .missingValue(for: option.name, label: option.label)
        }
        console.use(try ArgumentType.color.value(value, for: option))
        words.append("\(option.name)=\(value)")
      } else {
        others.append(word)
      }
    }
    others += rest
  }
}

extension ArgumentType<ColorUse> {
  fileprivate static var color: Self {
    ArgumentType("'auto', 'always' or 'never'") { ColorUse(rawValue: $0) }
  }
}
