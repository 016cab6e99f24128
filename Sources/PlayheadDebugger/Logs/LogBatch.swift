import PlayheadInspector
import PlayheadValues
import PlayheadLog
import PlayheadReading

/// Works on several logs. A log that cannot be read does not stop the others.
struct LogBatch {
  private let paths: [String]

  init(_ paths: [String]) { self.paths = paths }

  /// Calls `work` for each log, and returns the worst exit code.
  func run(_ console: Console, _ work: (LogReader) throws -> ExitCode) throws -> ExitCode {
    try forEachPath(console) { path, _ in try work(LogReader.openQuietly(path, console)) }
  }

  /// Calls `work` for each path and its number, and returns the worst exit code.
  func forEachPath(
    _ console: Console, _ work: (String, Int) throws -> ExitCode
  ) throws -> ExitCode {
    var worst = ExitCode.good
    for (number, path) in paths.enumerated() {
      do {
        worst = worst.worse(try work(path, number))
      } catch let error as any ErrorWithKind {
        worst = worst.worse(ExitCode(error))
        try report(error, about: path, console)
      }
      // Shows the answer before the next log starts.
      try console.flush()
    }
    return worst
  }

  /// The same until Ctrl-C raises the flag, which `work` has to check. Then prints how far it got, as `reached`
  /// says it for a single log, and ends with ``ExitCode/badAnswer``.
  func forEachPath(
    _ console: Console, until interrupts: InterruptFlag,
    _ things: (one: String, several: String) = ("log", "logs"),
    reached: () -> String? = { nil }, _ work: (String, Int) throws -> ExitCode
  ) throws -> ExitCode {
    console.terminal.raiseWhenInterrupted(interrupts)
    defer { console.terminal.raiseWhenInterrupted(nil) }
    var done = 0
    do {
      return try forEachPath(console) { path, number in
        try interrupts.check()
        let result = Result { try work(path, number) }
        // Ctrl-C also ends the processes that replay the log, which fails then.
        if case .failure = result { try interrupts.check() }
        done += 1
        return try result.get()
      }
    } catch is Interruption {
      let word = paths.count == 1 ? things.one : things.several
      let extent = paths.count == 1 ? reached() : nil
      try console.printError(
        "stopped after \(extent ?? "\(Format.count(done)) of \(Format.count(paths.count)) \(word)")"
      )
      return .badAnswer
    }
  }

  private func report(
    _ error: any ErrorWithKind, about path: String, _ console: Console
  ) throws {
    let facts: JSON = ["log": path, "error": "\(error)"]
    try console.show(facts.adding("crash", ifAny: crash(in: error))) {
      try console.printError("\(toolFileName): \(styledSentence(of: error))")
    }
  }
}
