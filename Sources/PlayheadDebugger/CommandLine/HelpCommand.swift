import PlayheadReplay
import PlayheadValues

/// `help`: how the tool and its commands are used.
struct HelpCommand: Command {
  let tool: CommandLineTool

  let name = "help"
  let summary = "Shows how a command is used."

  let word = Parameter.optionalArgument(
    "COMMAND", .text, "The command, or one of the other pages; without it, the list of both.")
  var parameters: [any ParameterDeclaration] { [word] }

  func run(_ given: Given, _ console: Console) throws -> ExitCode {
    switch console.form {
    case .json: for command in try commands(given[word]) { try console.print(json(command)) }
    case .text: try console.write(StyledText(lines: page(given[word])))
    }
    return .good
  }

  private var all: [any Command] { tool.commands + [self] }

  private func page(_ word: String?) throws -> String {
    let help = Help(tool)
    guard let word else { return help.overview }
    if let topic = tool.topics.first(where: { $0.name == word }) { return help.page(for: topic) }
    return try help.pages(for: commands(word))
  }

  private func commands(_ word: String?) throws -> [any Command] {
    guard let word else { return all }
    let matches = all.filter { $0.name == word || $0.nameWords.first == word }
    if !matches.isEmpty { return matches }
    let known = all.map(\.name) + tool.topics.map(\.name)
    let suggestion = Suggestion.closest(to: word, in: known)
    throw UsageError(.unknownCommand(word, suggestion: suggestion), tool: tool.name)
  }

  private func json(_ command: any Command) -> JSON {
    [
      "name": .string(command.name),
      "summary": .string(command.summary),
      "usage": .string(Help(tool).usageWords(of: command).joined(separator: " ")),
    ]
  }
}
