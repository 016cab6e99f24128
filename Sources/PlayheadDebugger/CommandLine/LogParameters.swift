/// What several commands take.
enum LogParameters {
  static let log = Parameter.argument(
    "LOG", .path, "The log to read; '-' is standard input.")
  static let logs = Parameter.arguments(
    "LOG", .path, "The logs to read; '-' is standard input.")
  static let step = Parameter.argument(
    "STEP", .step, "The step; 'help steps' tells how steps are written.")
}
