import PlayheadInspector
import Foundation
import PlayheadCoding
import PlayheadReplay
import PlayheadServer
import PlayheadValues

/// A set of commands under one name: `playhead`, or an app's own executable.
package struct CommandLineTool: Sendable {
  /// The first word of every call.
  package let name: String
  /// The commands in the order of the help, without `help`.
  package let commands: [any Command]
  let apps: Apps
  /// One sentence about the tool, with its period.
  let summary =
    "Records the actions of a Flux-style app and puts it back into any state it was in."
  /// Help pages that do not belong to a command.
  package let topics: [HelpTopic] = [.steps, .expressions, .exit, .files, .environment]

  /// Runs the command that `arguments` name, without the tool's own name. An error becomes a sentence on
  /// standard error and an exit code.
  package func run(_ arguments: [String], _ console: Console) -> ExitCode {
    // With '--json', an error in the call itself is JSON, too.
    let options = arguments.prefix { $0 != "--" }
    if options.contains(CommonParameters.json.spec.name) { console.form = .json }
    do {
      let code = try perform(arguments, console)
      try console.flush()
      return code
    } catch OutputError.closed {
      // The reader has closed the pipe ('playhead log s.playhead | head').
      return .good
    } catch let fact as UsageError.Fact {
      return report(UsageError(fact, tool: name), console)
    } catch {
      return report(error, console)
    }
  }

  private func perform(_ arguments: [String], _ console: Console) throws -> ExitCode {
    if let word = CommandLine.malformedWord { throw UsageError.Fact.notUTF8(word) }
    try checkMemoryVariable(console)
    if arguments.first == ShellCompleter.word {
      try ShellCompleter(tool: self, console: console).complete(arguments.dropFirst())
      return .good
    }
    let display = try DisplayOptions(in: arguments, for: console)
    var words = display.others[...]
    while words.first == ToolParameters.memory.name {
      try setMemory(words.dropFirst().first)
      words = words.dropFirst(2)
    }
    switch words.first {
    case nil, "-h", "--help":
      return try showPage(HelpCommand(tool: self).overview(Help(for: console)), console)
    case "--version":
      try console.print("\(name) \(PlayheadCommand.version)")
      return .good
    case ToolParameters.app.name where words.dropFirst().first.map(ServerAddress.isAddress) == true:
      return try with(try AppAddress(Self.second(of: &words)), words, console)
    case ToolParameters.app.name:
      words.removeFirst()
      throw try AppExecutable.run(words.prefix(1) + display.words + words.dropFirst(), console)
    case let word?:
      // The log of a running app has its stores, too.
      if let address = words.dropFirst().first(where: { ServerAddress($0) != nil }) {
        return try with(AppAddress(address), words, console)
      }
      return try call(word, Array(words), console)
    }
  }

  private static func second(of words: inout ArraySlice<String>) -> String {
    words.removeFirst()
    return words.removeFirst()
  }

  /// Calls a command with the stores of a running app. Its address among the `words` stands for its log.
  private func with(
    _ app: AppAddress, _ words: ArraySlice<String>, _ console: Console
  ) throws -> ExitCode {
    defer { app.removeCopy() }
    let others = try words.map { word in
      ServerAddress(word) == nil ? word : try (word == app.word ? app : AppAddress(word)).log()
    }
    let facts = try app.facts
    guard facts.isRunning else { return try perform(others, console) }
    console.usesRunningApp = true
    return try PlayheadCommand.tool(
      named: name, Apps(apps, and: app.client, called: facts.app)
    ).perform(others, console)
  }

  /// Rejects an invalid limit in the environment, which would silently mean no limit.
  private func checkMemoryVariable(_ console: Console) throws {
    let variable = MemoryLimit.variable
    guard let text = console.terminal.environment(variable), Int(text) ?? 0 < 1 else { return }
    throw UsageError.Fact.badValue(
      text, for: variable, .expected("a whole number of bytes from 1 up"))
  }

  /// Sets the memory limit for reading.
  private func setMemory(_ size: String?) throws(UsageError.Fact) {
    let option = ToolParameters.memory
    guard let size else { throw .missingValue(for: option.name, label: option.label) }
    let bytes = try ArgumentType.size.value(size, for: option)
    MemoryLimit.bytes = bytes
    // For child processes. Safe because no other thread runs yet.
    setenv(MemoryLimit.variable, "\(bytes)", 1)
  }

  /// Calls the command that the first one or two words name.
  private func call(
    _ word: String, _ arguments: [String], _ console: Console
  ) throws -> ExitCode {
    let known = commands + [HelpCommand(tool: self)]
    if let command = known.first(where: { arguments.starts(with: $0.nameWords) }) {
      let words = arguments.dropFirst(command.nameWords.count)
      return try call(command, with: words, console)
    }
    let group = commands.filter { $0.nameWords.first == word }
    if !group.isEmpty, CommonParameters.askForHelp(arguments) {
      return try showPage(
        HelpCommand(tool: self).pages(for: group, Help(for: console)), console)
    }
    throw unknownCommand(word, arguments, group, known)
  }

  /// Names of commands in 'debug' or in other tools, for suggestions.
  private static let synonyms = [
    "print": "state", "last": "history", "replay": "debug", "step": "debug", "list": "log",
    "events": "log",
    "stats": "info",
  ]

  private func showPage(_ text: String, _ console: Console) throws -> ExitCode {
    try console.paged { try console.write(StyledText(lines: text)) }
    return .good
  }

  /// The error for `arguments` that name none of the `known` commands. The commands of `group` share the
  /// first word.
  private func unknownCommand(
    _ word: String, _ arguments: [String], _ group: [any Command], _ known: [any Command]
  ) -> UsageError.Fact {
    if word.hasPrefix("-") {
      let known = ["--help", "--version"] + ToolParameters.all.map(\.name)
      return .unknownOption(word, suggestion: Suggestion.closest(to: word, in: known))
    }
    let next = group.isEmpty ? nil : arguments.dropFirst().first { !$0.hasPrefix("-") }
    if !group.isEmpty, next == nil { return .incompleteCommand(word, group.map(\.name)) }
    let called = [word, next].compactMap(\.self).joined(separator: " ")
    let suggestion =
      Self.synonyms[called]
      ?? Suggestion.closest(
        to: called, in: (group.isEmpty ? known : group).filter(\.isListed).map(\.name))
    return .unknownCommand(called, suggestion: suggestion)
  }

  private func call(
    _ command: any Command, with words: ArraySlice<String>, _ console: Console
  ) throws -> ExitCode {
    if CommonParameters.askForHelp(words) {
      return try showPage(Help(for: console).page(for: command, of: name), console)
    }
    do {
      let arguments = try ArgumentParser.parse(words, for: command.parameters)
      console.form = arguments.form
      guard command.isPaged else { return try command.run(arguments, console) }
      return try console.paged { try command.run(arguments, console) } ?? .good
    } catch let fact as UsageError.Fact {
      throw UsageError(fact, command: command.name, tool: name)
    }
  }

  private func report(_ error: any Error, _ console: Console) -> ExitCode {
    // Shows the output from before the failure. If the streams are broken, nothing can be shown.
    try? console.flush()
    let code = ExitCode(error)
    let sentence = styledSentence(of: error)
    if console.form == .json {
      try? console.printError(
        json: ErrorAnswer(
          error: sentence.plain, code: code.rawValue, crash: CrashAnswer(in: error)))
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
  private(set) var others: [String] = []

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

extension CommandLine {
  /// The first of the process's arguments that is not UTF-8.
  fileprivate static var malformedWord: String? {
    (0..<Int(argc)).compactMap { unsafeArgv[$0] }
      .first { String(validatingCString: $0) == nil }.map { String(cString: $0) }
  }
}
