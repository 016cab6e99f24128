import Foundation
import PlayheadFiles
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// What an inspector answered, and how the command ends that shows it.
struct Inspected<Answer> {
  let answer: Answer
  /// Not well if the states may be other ones than there were.
  let exitCode: ExitCode
}

extension Apps {
  /// The answer to `request` about `log`; its parts go to `give`. What keeps it from being what there was is said on standard
  /// error. `unknown` is thrown if it takes stores that are not here.
  func ask<R: Request>(
    _ request: R, of log: LogReader, _ reading: Reading, _ console: Console,
    unknown: CommandFailure? = nil,
    _ give: (R.Part) throws -> Void = { _ in }
  ) throws -> Inspected<R.Answer> {
    guard request.needsStores else {
      return try inspect(console) {
        Inspector(log)
      } _: {
        try $0.ask(request, give)
      }
    }
    return try inspect(log, reading, console, unknown: unknown) {
      try $0.ask(request, give)
    }
  }

  /// Gives `body` an inspector whose stores are in another process, where there can be one.
  func inspect<T>(
    _ log: LogReader, _ reading: Reading, _ console: Console, unknown: CommandFailure? = nil,
    _ body: (Inspector) throws -> T
  ) throws -> Inspected<T> {
    guard recorder(of: log) != nil else { throw unknown ?? unknownApp(of: log) }
    return try explaining(log) {
      try inspect(console) {
        try inspector(of: log, reading, console).inspector
      } _: {
        try body($0)
      }
    }
  }

  /// What is asked about `log`, and the host of the stores if that is another process. A log that is no file by its name, as one
  /// from standard input, is sent there.
  func inspector(
    of log: LogReader, _ reading: Reading, _ console: Console, _ interrupts: InterruptFlag? = nil
  ) throws -> (inspector: Inspector, host: WorkerHost?) {
    func here() throws -> Inspector {
      try Inspector(log, of: recorder(of: log), reading: reading)
    }
    guard let program = console.terminal.programFile else { return (try here(), nil) }
    var task = WorkerTask(log.name, reading: reading)
    if log.hasFile { task.mark = try log.mark() } else { task.bytes = try log.allBytes() }
    let host = WorkerHost(program, log, task, on: console, interrupts)
    do {
      try host.start()
    } catch let error as WorkerError {
      guard let reason = error.startReason else { throw error.failure(of: log) }
      try console.sayOnce(
        "warning: no other process can be started (\(reason)); stores run in this one, and a trap ends it"
      )
      return (try here(), nil)
    }
    let inspector = Inspector(log, storesAt: host)
    host.onTrap = { [unowned inspector] trap, isInBranch in
      if isInBranch { inspector.avoid(trap) } else { inspector.knownTraps.append(trap) }
    }
    return (inspector, host)
  }

  /// Gives `body` a replay in this process, once another one has found out where stores trap.
  func replay<T>(
    _ log: LogReader, _ reading: Reading, _ console: Console, _ body: (Replay) throws -> T
  ) throws -> Inspected<T> {
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    return try explaining(log) {
      let traps = try rehearse(log, reading, console)
      return try inspect(console) {
        try Inspector(log, of: app, reading: reading)
      } _: { inspector in
        inspector.knownTraps = traps
        return try inspector.replaying { try body($0) }
      }
    }
  }

  /// Replays `log` to its end in another process, if there can be one, and gives the actions at which stores trap. What else keeps it
  /// from its end shows in this process.
  func rehearse(
    _ log: LogReader, _ reading: Reading, _ console: Console
  ) throws -> [KnownTrap] {
    let (inspector, host) = try inspector(of: log, reading, console)
    guard host != nil else { return [] }
    for run in log.steps {
      do {
        _ = try inspector.ask(PartsRequest(of: run.upperBound, limit: 0))
      } catch let error where error is ReplayError || error is Refusal || error is LogError {
        continue
      }
    }
    return inspector.knownTraps
  }

  private func inspect<T>(
    _ console: Console, _ make: () throws -> Inspector, _ body: (Inspector) throws -> T
  ) throws -> Inspected<T> {
    let inspector = try make()
    let log = inspector.recording
    var code = ExitCode.good
    let display = EventDisplay(on: console) { warning in
      if warning.makesStatesDoubtful { code = .badAnswer }
      try console.printError("warning: \(warning.sentence(of: log.name))")
    } remark: {
      try console.printError("\($0)")
    }
    defer { display.finish() }
    inspector.onEvent = display.show
    let answer = try body(inspector)
    display.finish()
    try log.warnOfDamageFound(on: console)
    return Inspected(answer: answer, exitCode: code)
  }

  /// What it takes to replay `log`; shows its progress.
  func compatibility(of log: LogReader, _ console: Console) throws -> Compatibility {
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    let progress = Progress("reading", of: log.lastStep.number, on: console)
    defer { progress.finish() }
    return try Compatibility(log, of: app) { progress.advance(to: $0.number) }
  }

  /// Adds the way out to errors about something in `log` that does not fit the app.
  func explaining<T>(_ log: LogReader, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as ReplayError where error.isMisfit || error.isStateMisfit {
      throw CommandFailure.misfit(error, log: log.name)
    }
  }
}

extension LogReader {
  /// The bytes of its file.
  fileprivate func allBytes() throws -> Data {
    Data(try source.read(at: 0, count: source.size))
  }
}

/// What commands take that look for steps.
enum SearchParameters {
  static let condition = Parameter.option(
    "where", value: "EXPR", .expression,
    "Only where this holds; 'help expressions' tells how it is written.")
  static let printed = Parameter.options(
    "print", value: "EXPR", .expression,
    "Add what this gives to every line; may be given several times.")
}

extension Answer {
  /// The answer on one line, for a person.
  var text: String {
    switch self {
    case .null: "null"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): Value.string(text).swiftText(options: .inLine)
    // A line's worth of it.
    case .json(let text): text.count > 100 ? text.prefix(100) + "…" : text
    case .bytes(let bytes): Value.bytes(bytes).swiftText(options: .inLine)
    }
  }

  /// The answer for a program.
  var json: JSON {
    switch self {
    case .null: .null
    case .integer(let number): .int(number)
    case .real(let number): .double(number)
    case .text(let text): .string(text)
    case .json(let text): .raw(text)
    case .bytes(let bytes): .tree(.bytes(bytes))
    }
  }
}
