import PlayheadLog

extension LogReader {
  /// Opens the log at `path`, where `-` is standard input. What is wrong with it and leaves some of
  /// it readable is said in one sentence on standard error.
  static func open(_ path: String, _ console: Console) throws -> LogReader {
    let log = try openQuietly(path, console)
    try log.warn(on: console)
    return log
  }

  /// Says on standard error what keeps the log from being whole.
  func warn(on console: Console) throws {
    if let warning { try console.printError("warning: \(warning)") }
  }

  /// Opens the log at `path`, where `-` is standard input.
  static func openQuietly(_ path: String, _ console: Console) throws -> LogReader {
    guard path == "-" else { return try LogReader(path: path) }
    return try LogReader(bytes: console.readAll(), name: "standard input")
  }

  /// What keeps the log from being whole, and how far it can be used.
  private var warning: String? {
    if let damage {
      return "'\(name)' is damaged at byte \(Format.count(damage.offset)): \(damage.fault); "
        + "only what leads up to step \(lastStep) can be read"
    }
    if isClosed { return nil }
    return "'\(name)' was not closed; it can be read up to step \(lastStep), and what came after "
      + "is not in it"
  }

  /// How a command ends that has done its work with this log: not well if the log is damaged. A log
  /// that merely was not closed is what every crash leaves.
  var exitCode: ExitCode { damage == nil ? .good : .badAnswer }
}
