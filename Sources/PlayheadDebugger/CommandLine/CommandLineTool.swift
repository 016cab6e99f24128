import Foundation
import PlayheadCoding
import PlayheadReplay
import PlayheadValues

/// A set of commands under one name: `playhead`, or an app's own build of it.
package struct CommandLineTool: Sendable {
  /// The word that starts every call.
  package let name: String
  /// What `--version` prints after the name.
  package let version: String
  /// One sentence about the tool, with its full stop.
  package let summary: String
  /// The commands in the order of the help, without `help`.
  package let commands: [any Command]
  /// Pages of the help that belong to no command.
  package let topics: [HelpTopic]

  /// A tool called `name` that has `commands`.
  package init(
    name: String, version: String, summary: String, commands: [any Command],
    topics: [HelpTopic] = []
  ) {
    self.name = name.visible
    self.version = version
    self.summary = summary
    self.commands = commands
    self.topics = topics
  }

  /// Does what `arguments` (without the tool's own name) say. Nothing is thrown: an error becomes
  /// a sentence on standard error and an exit code.
  package func run(_ arguments: [String], _ console: Console) -> ExitCode {
    do {
      try OpenFileLimit.check()
      try checkMemoryVariable(console)
      let code = try perform(arguments, console)
      try console.flush()
      return code
    } catch OutputError.closed {
      // The reader has seen enough ('playhead log s.playhead | head').
      return .good
    } catch {
      return report(error, console)
    }
  }

  private func perform(_ arguments: [String], _ console: Console) throws -> ExitCode {
    guard let word = arguments.first else { return try showOverview(console) }
    switch word {
    case "-h", "--help":
      return try showOverview(console)
    case "--version":
      try console.print("\(name) \(version)")
      return .good
    case ToolParameters.app.name:
      throw try OtherTool(arguments.dropFirst(), tool: name, console).take(over: console)
    case ToolParameters.memory.name:
      return try perform(settingMemory(arguments.dropFirst()), console)
    default:
      return try call(arguments, console)
    }
  }

  /// Refuses a limit in the environment that would silently be none.
  private func checkMemoryVariable(_ console: Console) throws {
    let variable = MemoryLimit.variable
    guard let text = console.terminal.environment(variable), Int(text) ?? 0 < 1 else { return }
    let fact = UsageError.Fact.badValue(
      text, for: variable, .expected("a whole number of bytes from 1 up"))
    throw UsageError(fact, tool: name)
  }

  /// Sets how much memory reading may take, and returns the arguments after that.
  private func settingMemory(_ arguments: ArraySlice<String>) throws -> [String] {
    let option = ToolParameters.memory
    do throws(UsageError.Fact) {
      guard let size = arguments.first else {
        throw .missingValue(for: option.name, label: option.label)
      }
      let bytes = try ArgumentType.size.value(size, for: option)
      MemoryLimit.bytes = bytes
      // For the processes that the command starts; no other thread runs yet.
      setenv(MemoryLimit.variable, "\(bytes)", 1)
    } catch {
      throw UsageError(error, tool: name)
    }
    return Array(arguments.dropFirst())
  }

  /// Calls the command whose name, which may be of two words, the first words are.
  private func call(_ arguments: [String], _ console: Console) throws -> ExitCode {
    let known = commands + [HelpCommand(tool: self)]
    if let command = known.first(where: { arguments.starts(with: $0.nameWords) }) {
      let words = arguments.dropFirst(command.nameWords.count)
      return try call(command, with: words, console)
    }
    let group = commands.filter { $0.nameWords.first == arguments[0] }
    if !group.isEmpty, CommonParameters.askForHelp(arguments) {
      try console.write(StyledText(lines: HelpCommand(tool: self).pages(for: group)))
      return .good
    }
    throw unknownCommand(arguments, group, known)
  }

  private func showOverview(_ console: Console) throws -> ExitCode {
    try console.write(StyledText(lines: HelpCommand(tool: self).overview))
    return .good
  }

  /// Why `arguments` call none of the `known` commands; those of `group` have the first word in common with them.
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
    let suggestion = Suggestion.closest(to: called, in: (group.isEmpty ? known : group).map(\.name))
    return UsageError(.unknownCommand(called, suggestion: suggestion), tool: name)
  }

  private func call(
    _ command: any Command, with words: ArraySlice<String>, _ console: Console
  ) throws -> ExitCode {
    if CommonParameters.askForHelp(words) {
      try console.write(StyledText(lines: Help.page(for: command, of: name)))
      return .good
    }
    let words = command is HelpCommand ? joiningName(words) : words
    let arguments = try parse(words, for: command)
    console.form = arguments.form
    do {
      return try command.run(arguments, console)
    } catch let fact as UsageError.Fact {
      throw UsageError(fact, command: command.name, tool: name)
    }
  }

  /// The words after `help`, with a command's name of two words as one.
  private func joiningName(_ words: ArraySlice<String>) -> ArraySlice<String> {
    guard let command = commands.first(where: { words.starts(with: $0.nameWords) }) else {
      return words
    }
    return [command.name] + words.dropFirst(command.nameWords.count)
  }

  private func parse(_ words: ArraySlice<String>, for command: any Command) throws
    -> ParsedArguments
  {
    do {
      return try ArgumentParser.parse(words, for: command.parameters)
    } catch {
      throw UsageError(error, command: command.name, tool: name)
    }
  }

  private func report(_ error: any Error, _ console: Console) -> ExitCode {
    // What a command printed before it failed still belongs to the reader. If the streams are
    // broken, nobody is left to be told.
    try? console.flush()
    try? console.printError("\(name): \(sentence(of: error))")
    return (error as? any ErrorWithExitCode)?.exitCode ?? .unusable
  }
}
