import PlayheadReplay

/// What the tool takes in front of a command.
enum ToolParameters {
  static let app = ParameterShape(
    name: "--app", place: .option(short: nil, value: "EXECUTABLE"), presence: .optional,
    help:
      "Do the command by the stores of this executable, which calls 'PlayheadCommand.main(apps:)'.")
  static let memory = ParameterShape(
    name: "--memory", place: .option(short: nil, value: "SIZE"), presence: .optional,
    help: "How much memory reading a log may take beyond the file's own bytes; 256MiB by default.")

  static let all = [app, memory]
}

/// What every command takes.
enum CommonParameters {
  static let json = Parameter.flag("json", "Print JSON: one object, or one line per item.")
  static let help = Parameter.flag("help", "-h", "Show this help.")

  static let declarations: [any ParameterDeclaration] = [json, help]

  /// Whether a call asks for help, whatever else it says.
  static func askForHelp(_ words: some Sequence<String>) -> Bool {
    words.prefix { $0 != "--" }.contains(where: help.shape.names.contains)
  }
}

/// What several commands take.
enum LogParameters {
  static let log = Parameter.argument(
    "LOG", .path, "The log to read; '-' is standard input.")
  static let logs = Parameter.arguments(
    "LOG", .path, "The logs to read; '-' is standard input.")
  static let step = Parameter.argument(
    "STEP", .step, "The step; 'help steps' tells how steps are written.")
}

/// What commands that replay take for logs of other builds.
enum ReadingParameters {
  static let strict = Parameter.flag(
    "strict", "Refuse a log that does not fit the app in every respect.")
  static let salvage = Parameter.flag(
    "salvage", "Pass over actions that do not fit the app.")

  static let declarations: [any ParameterDeclaration] = [strict, salvage]
}

extension Given {
  /// What is to become of actions that do not fit.
  func reading() throws(UsageError.Fact) -> Reading {
    switch (self[ReadingParameters.strict], self[ReadingParameters.salvage]) {
    case (true, true): throw .conflict("--strict", "--salvage")
    case (true, false): .strict
    case (false, true): .salvage
    case (false, false): .usual
    }
  }
}
