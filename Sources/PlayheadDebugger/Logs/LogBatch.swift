import PlayheadValues
import PlayheadLog

/// Works on several logs. A log that cannot be read does not stop the others.
struct LogBatch {
  private let paths: [String]

  init(_ paths: [String]) { self.paths = paths }

  /// Calls `work` for each log, and returns the worst exit code.
  func run(_ console: Console, _ work: (LogReader) throws -> ExitCode) throws -> ExitCode {
    try forEachPath(console) { try work(LogReader.openQuietly($0, console)) }
  }

  /// Calls `work` for each path, and returns the worst exit code.
  func forEachPath(
    _ console: Console, _ work: (String) throws -> ExitCode
  ) throws -> ExitCode {
    var worst = ExitCode.good
    for path in paths {
      do {
        worst = worst.worse(try work(path))
      } catch let error as any ErrorWithExitCode {
        worst = worst.worse(error.exitCode)
        try report(error, about: path, console)
      }
      // Shows the answer before the next log starts.
      try console.flush()
    }
    return worst
  }

  private func report(
    _ error: any ErrorWithExitCode, about path: String, _ console: Console
  ) throws {
    try console.show(["log": path, "error": "\(error)"]) {
      try console.printError("\(toolFileName): \(sentence(of: error))")
    }
  }
}
