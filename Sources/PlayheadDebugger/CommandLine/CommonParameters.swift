import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Options of the tool itself.
enum ToolParameters {
  static let app = ParameterSpec(
    "--app", .option(nil, value: "EXECUTABLE"), .optional,
    "Run the command with the stores of this executable, which calls 'PlayheadCommand.main(apps:)'."
  )
  static let memory = ParameterSpec(
    "--memory", .option(nil, value: "SIZE"), .optional,
    "How much memory reading a log may take beyond the file's own bytes; 256MiB by default.")
  static let color = ParameterSpec(
    "--color", .option(nil, value: "WHEN"), .optional,
    "When to color text: 'auto' (on a terminal), 'always' or 'never'. This option and '--no-pager' may also come after the "
      + "command.", .words(["auto", "always", "never"]))
  static let noPager = ParameterSpec(
    "--no-pager", .flag(nil), .optional,
    "Do not show long output in the pager, which is 'less' or what PAGER says.")

  static let all = [app, memory, color, noPager]
}

/// Options of every command.
enum CommonParameters {
  static let json = Parameter.flag("json", "Print JSON: one object, or one line per item.")
  static let help = Parameter.flag("help", short: "-h", "Show this help.")

  static let declarations: [any ParameterDeclaration] = [json, help]

  /// Whether a call asks for help. Ignores its other words.
  static func askForHelp(_ words: some Sequence<String>) -> Bool {
    words.prefix { $0 != "--" }.contains(where: help.spec.names.contains)
  }
}

/// The step and the path of commands that look at a place of a state; either may be left out.
enum StepAndPathParameters {
  fileprivate static let step = Parameter.optionalArgument(
    "STEP", .text(completedAs: .rangeOrPath), LogParameters.step.spec.help)
  fileprivate static let path = Parameter.optionalArgument(
    "PATH", .text(completedAs: .path), "The path; by default, the whole state.")

  static let declarations: [any ParameterDeclaration] = [step, path]
}

extension ParsedArguments {
  /// The step and the path of ``StepAndPathParameters``. Takes the first word for a step if it can be one. A path that
  /// looks like a step needs a step before it.
  func place(in context: CommandContext) throws -> (step: Step, path: StatePath) {
    let (step, path) = (StepAndPathParameters.step, StepAndPathParameters.path)
    guard let first = self[step] else { return (context.position, StatePath()) }
    let second = try self[path].map { try ArgumentType.place.value($0, for: path.spec) }
    if second == nil, (try? StepExpression(parsing: first)) == nil {
      // A step begins with a digit, a sign or 'end'.
      let isPath = first.first?.isLetter == true && !first.hasPrefix("end")
      if isPath || (try? StatePath(first)) != nil {
        return (context.position, try ArgumentType.place.value(first, for: path.spec))
      }
    }
    let expression = try ArgumentType.step.value(first, for: step.spec)
    return (try expression.resolve(in: context.scope), second ?? StatePath())
  }

  /// The step of ``LogParameters/step``.
  func step(in context: CommandContext) throws -> Step {
    try self[LogParameters.step]?.resolve(in: context.scope) ?? context.position
  }
}

/// Parameters of several commands.
enum LogParameters {
  static let log = Parameter.argument(
    "LOG", .path.completed(as: .log), "The log to read; '-' is standard input.")
  static let logs = Parameter.arguments(
    "LOG", .path.completed(as: .log),
    "The logs to read, or shards of logs; '-' is standard input.")
  /// The logs of commands that may have a list of them instead.
  static let severalLogs = Parameter.optionalArguments(
    logs.spec.name, .path.completed(as: .log), logs.spec.help)
  static let step = Parameter.optionalArgument(
    "STEP", .step,
    "The step; by default, the last one, in 'debug' the current one. 'help steps' explains how to write steps."
  )
  static let range = Parameter.optionalArgument(
    "A..B", .stepRange, "Only these steps; 'help steps' explains how to write them.")
  static let full = Parameter.flag("full", "Show long values whole.")
  static let output = Parameter.requiredOption(
    "output", "-o", value: "OUT", .path, "The log to write; it must not exist yet.")
  static let patience = Parameter.option(
    "patience", value: "SECONDS", .seconds, default: WorkerProcess.stepLimit,
    "How many seconds a step may take before it counts as never ending; 60 by default.")
}

/// Options of commands that replay logs from other builds.
enum ReadingParameters {
  static let strict = Parameter.flag(
    "strict", "Refuse a log that does not fit the app exactly.")
  static let salvage = Parameter.flag(
    "salvage", "Skip actions that do not fit the app.")

  static let risky = Parameter.flag(
    "risky", "Accept logs that this build reads differently in part; 'compat' names the parts.")

  static let decoding: [any ParameterDeclaration] = [strict, salvage]
  static let declarations = decoding + [LogParameters.patience]
}

extension ParsedArguments {
  /// How to treat actions that do not fit the app.
  func decoding() throws(UsageError.Fact) -> DecodingPolicy {
    switch (self[ReadingParameters.strict], self[ReadingParameters.salvage]) {
    case (true, true): throw .conflict("--strict", "--salvage")
    case (true, false): .strict
    case (false, true): .salvage
    case (false, false): .usual
    }
  }

  var fixtureDecoding: DecodingPolicy { self[ReadingParameters.risky] ? .usual : .careful }

  /// The path of the log to write. Throws for standard output.
  func outputPath() throws(CommandFailure) -> String {
    let path = self[LogParameters.output]
    guard path != "-" else { throw .streamOutput("a log", ending: "playhead") }
    return path
  }
}
