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
