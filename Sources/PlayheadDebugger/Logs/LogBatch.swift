import PlayheadInspector
import PlayheadValues
import PlayheadLog
import PlayheadReading
import Foundation
import PlayheadReplay

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

  /// Starts to work on the logs with at most `most` connections to processes of this program, each made ready first, or
  /// without processes if the program's file is unknown. `work` gets a path, a connection, and where to report steps.
  func jobs<Answer>(
    workers most: Int, _ arguments: ParsedArguments, _ console: Console,
    _ interrupts: InterruptFlag,
    ready: @escaping (ChildProcessConnection) throws -> Void = { _ in },
    _ work: @escaping (String, ChildProcessConnection?, @escaping (UInt64) -> Void) throws -> Answer
  ) throws -> LogJobs<Answer> {
    try Self.makingJobs(most, for: paths[0], arguments, console, interrupts, ready, work) {
      try LogJobs(paths, workers: $0, $1)
    }
  }

  /// The same for the logs that `next` gives, one after the other, until it gives none.
  static func jobs<Answer>(
    on next: @escaping () -> String?, workers most: Int, _ arguments: ParsedArguments,
    _ console: Console, _ interrupts: InterruptFlag,
    ready: @escaping (ChildProcessConnection) throws -> Void = { _ in },
    _ work: @escaping (String, ChildProcessConnection?, @escaping (UInt64) -> Void) throws -> Answer
  ) throws -> LogJobs<Answer> {
    let list = arguments[ListParameters.list] ?? ""
    return try makingJobs(most, for: list, arguments, console, interrupts, ready, work) {
      try LogJobs(reading: next, workers: $0, $1)
    }
  }

  private static func makingJobs<Answer>(
    _ most: Int, for path: String, _ arguments: ParsedArguments, _ console: Console,
    _ interrupts: InterruptFlag, _ ready: @escaping (ChildProcessConnection) throws -> Void,
    _ work:
      @escaping (String, ChildProcessConnection?, @escaping (UInt64) -> Void) throws -> Answer,
    _ make: (Int, () throws -> LogJobs<Answer>.Worker) throws -> LogJobs<Answer>
  ) throws -> LogJobs<Answer> {
    let stepLimit = arguments[LogParameters.patience]
    let program = console.usesRunningApp ? nil : console.terminal.programFile
    do {
      return try make(program == nil ? 1 : most) {
        let connection = program.map {
          ChildProcessConnection($0, interrupts, stepLimit: stepLimit)
        }
        if let connection { try ready(connection) }
        return { try work($0, connection, $1) }
      }
    } catch WorkerError.otherBuild {
      throw CommandFailure.builtAgain(log: path)
    } catch let error as WorkerError {
      throw CommandFailure.noProcess(reason: error.startReason ?? "\(error)", log: path)
    }
  }

  private func report(
    _ error: any ErrorWithKind, about path: String, _ console: Console
  ) throws {
    try console.show(ErrorAnswer(log: path, error: "\(error)", crash: CrashAnswer(in: error))) {
      try console.printError("\(toolFileName): \(styledSentence(of: error))")
    }
  }
}

/// Opens the logs of a command that replays several of them in workers.
struct LogOpener: Sendable {
  private let paths: [String]
  private let apps: Apps
  private let decoding: DecodingPolicy
  /// The bytes of standard input, if it is one of the logs.
  private let input: [UInt8]?

  init(_ paths: [String], _ apps: Apps, _ arguments: ParsedArguments, _ console: Console) throws {
    (self.paths, self.apps, decoding) = (paths, apps, try arguments.decoding())
    input = paths.contains("-") ? try console.readLog() : nil
  }

  /// The log at `path`, or standard input for `-`.
  func open(_ path: String) throws -> LogReader {
    guard path == "-", let input else { return try LogReader(path: path) }
    return try LogReader(bytes: input, name: "standard input")
  }

  /// The answer to a request about the log at `path`, by stores at `connection`, with the log. `onSteps` gets the number of
  /// steps done.
  func asking<Asked: Request, Result>(
    _ path: String, at connection: ChildProcessConnection?, _ request: Asked,
    _ onSteps: @escaping (UInt64) -> Void, _ body: (LogReader, Asked.Answer) throws -> Result
  ) throws -> Result {
    let log = try open(path)
    return try log.explaining(isOneOfMany: paths.count > 1) {
      try body(log, apps.answer(request, about: log, at: connection, decoding, onSteps))
    }
  }
}

extension Apps {
  /// The answer to a request about a log. `onSteps` gets the number of steps done.
  func answer<Asked: Request>(
    _ request: Asked, about log: LogReader, at connection: ChildProcessConnection?,
    _ decoding: DecodingPolicy, _ onSteps: @escaping (UInt64) -> Void
  ) throws -> Asked.Answer {
    let inspector = try inspector(of: log, at: connection, decoding)
    inspector.onEvent = { if case .progress(let progress) = $0 { onSteps(progress.done) } }
    return try inspector.ask(request)
  }
}
