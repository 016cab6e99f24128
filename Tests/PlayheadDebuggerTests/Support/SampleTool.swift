import PlayheadCoding
import PlayheadDebugger
import PlayheadValues
import TestSupport

/// Takes one of everything, and prints what it was given.
struct LogCommand: Command {
  let name = "log"
  let summary = "Lists the actions of a log."

  let log = Parameter.argument("LOG", .path, "The log to read; '-' is standard input.")
  let range = Parameter.optionalArgument(
    "A..B", .stepRange, "Only these steps; 'playhead help steps' tells how they are written.")
  let types = Parameter.options("type", "-t", value: "T", .text, "Only actions of this type.")
  let limit = Parameter.option("limit", value: "N", .count, default: 10, "At most so many.")
  let condition = Parameter.option(
    "a-condition-with-a-name", value: "EXPR", .text, "Only where this SQL expression holds.")
  let follow = Parameter.flag("follow", short: "-f", "Wait for more.")
  var parameters: [any ParameterDeclaration] { [log, range, types, limit, condition, follow] }

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let types = arguments[types].joined(separator: "|")
    let condition = arguments[condition] ?? "nil"
    let range =
      arguments[range].map { "\($0 == StepRangeExpression(from: nil, to: .end))" } ?? "nil"
    try console.print(
      "\(arguments[log]) \(range) [\(types)] \(arguments[limit]) \(condition) \(arguments[follow]) "
        + "\(arguments.form == .json)")
    return .good
  }
}

/// Has what must be given.
struct RecordCommand: Command {
  let name = "record"
  let summary = "Runs an app and records it."

  let app = Parameter.argument("APP", .name(of: "app", among: ["text-editor", "cart"]), "The app.")
  let output = Parameter.requiredOption("output", "-o", value: "LOG", .path, "Where to write.")
  var parameters: [any ParameterDeclaration] { [app, output] }

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    try console.print("\(arguments[app]) to \(arguments[output])")
    return .good
  }
}

/// Finds everything damaged.
struct VerifyCommand: Command {
  let name = "verify"
  let summary = "Checks that logs are whole."

  let logs = Parameter.arguments("LOG", .path, "The logs to check.")
  var parameters: [any ParameterDeclaration] { [logs] }

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    for log in arguments[logs] { try console.print("\(log) is damaged") }
    return .badAnswer
  }
}

func playhead(_ words: String..., on terminal: MemoryTerminal = MemoryTerminal()) -> Outcome {
  playhead(words, on: terminal)
}

func playhead(_ words: [String], on terminal: MemoryTerminal = MemoryTerminal()) -> Outcome {
  let commands: [any Command] = [LogCommand(), RecordCommand(), VerifyCommand()]
  let tool = PlayheadCommand.tool(named: "playhead", commands: commands)
  let code = tool.run(words, Console(terminal))
  return Outcome(output: terminal.outputText, error: terminal.errorText, code: code)
}
