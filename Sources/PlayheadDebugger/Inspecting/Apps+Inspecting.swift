import Foundation
import PlayheadFiles
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// An inspector's answer, and the exit code of the command that shows it.
struct Inspected<Answer> {
  let answer: Answer
  /// Not good if the states may differ from the recorded session's.
  let exitCode: ExitCode
}

extension Apps {
  /// The answer to `request` about `log`. `give` gets its parts. Prints warnings about doubtful states to
  /// standard error. Throws `unknown` if the request needs stores that this executable does not have.
  func ask<R: Request>(
    _ request: R, of log: LogReader, _ decoding: DecodingPolicy, _ console: Console,
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
    return try inspect(log, decoding, console, unknown: unknown) {
      try $0.ask(request, give)
    }
  }

  /// Calls `body` with an inspector whose stores run in another process, if one can be started. Prints each
  /// warning once.
  func inspect<T>(
    _ log: LogReader, _ decoding: DecodingPolicy, _ console: Console,
    unknown: CommandFailure? = nil,
    _ body: (Inspector) throws -> T
  ) throws -> Inspected<T> {
    guard recorder(of: log) != nil else { throw unknown ?? unknownApp(of: log) }
    return try explaining(log) {
      try inspect(console) {
        try inspector(of: log, decoding, console).inspector
      } _: {
        try body($0)
      }
    }
  }

  /// An inspector of `log`, and the host of its stores if they run in another process. A log without a file,
  /// such as standard input, is sent to that process.
  func inspector(
    of log: LogReader, _ decoding: DecodingPolicy, _ console: Console,
    _ interrupts: InterruptFlag? = nil
  ) throws -> (inspector: Inspector, host: WorkerHost?) {
    func here() throws -> Inspector {
      try Inspector(log, of: recorder(of: log), decoding: decoding)
    }
    guard let program = console.terminal.programFile else { return (try here(), nil) }
    let host = WorkerHost(program, log, try task(for: log, decoding), on: console, interrupts)
    do {
      try host.start()
    } catch let error as WorkerError {
      guard let reason = error.startReason else { throw error.failure(of: log) }
      try sayThereIsNoWorker(reason, console)
      return (try here(), nil)
    }
    let inspector = Inspector(log, storesAt: host)
    host.onTrap = { [unowned inspector] trap, isInBranch in
      if isInBranch { inspector.avoid(trap) } else { inspector.knownTraps.append(trap) }
    }
    return (inspector, host)
  }

  private func inspect<T>(
    _ console: Console, _ make: () throws -> Inspector, _ body: (Inspector) throws -> T
  ) throws -> Inspected<T> {
    let inspector = try make()
    let log = inspector.recording
    var code = ExitCode.good
    var warned: Set<String> = []
    let display = EventDisplay(on: console) { warning in
      // Several questions may lead to the same warning.
      guard warned.insert(warning.topic).inserted else { return }
      if warning.makesStatesDoubtful { code = .badAnswer }
      try console.printError("warning: \(warning.sentence(of: log))")
    } remark: {
      try console.printError("\($0)")
    }
    defer { display.finish() }
    inspector.onEvent = display.show
    let answer = try body(inspector)
    display.finish()
    return Inspected(answer: answer, exitCode: code)
  }

  /// Whether the current app can replay `log`. Uses a worker if there is a `slot`. Shows progress.
  func compatibility(
    of log: LogReader, by slot: WorkerSlot?, _ console: Console
  ) throws -> Compatibility {
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    let progress = Progress("reading", of: log.lastStep.number, on: console)
    defer { progress.finish() }
    do {
      guard let slot else {
        return try Compatibility(log, of: app) { progress.advance(to: $0.number) }
      }
      let request = CompatibilityRequest(try task(for: log, .usual))
      return try OutsideEnds.retrying {
        try slot.ensureRunning()
        try slot.ask(request)
        return try slot.answer(to: request) { progress.advance(to: $0) }
      }
    } catch let error as WorkerError {
      throw error.failure(of: log, isOneOfMany: true)
    }
  }

  /// A slot for workers of this program; `nil` after a warning if none can be started.
  func slot(_ console: Console) throws -> WorkerSlot? {
    guard let program = console.terminal.programFile else { return nil }
    let slot = WorkerSlot(limit: .seconds(WorkerProcess.stepPatience)) {
      try WorkerProcess(program, under: .usual)
    }
    do {
      try slot.ensureRunning()
      return slot
    } catch let error as WorkerError {
      guard let reason = error.startReason else { throw error }
      try sayThereIsNoWorker(reason, console)
      return nil
    }
  }

  private func sayThereIsNoWorker(_ reason: String, _ console: Console) throws {
    try console.sayOnce(
      "warning: no other process can be started (\(reason)); stores run in this one, and a trap ends it"
    )
  }

  /// The task to replay `log` in a worker. Contains the bytes of a log without a file.
  private func task(for log: LogReader, _ decoding: DecodingPolicy) throws -> WorkerTask {
    var task = WorkerTask(log.name, decoding: decoding)
    task.isObserved = true
    if log.hasFile { task.mark = try log.mark() } else { task.bytes = try log.allBytes() }
    return task
  }

  /// Adds a hint to errors about parts of `log` that do not fit the app.
  func explaining<T>(_ log: LogReader, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as ReplayError where error.isIncompatibility || error.isStateIncompatibility {
      throw CommandFailure.incompatible(error, log: log.name)
    }
  }
}

extension LogReader {
  /// All bytes of the log.
  fileprivate func allBytes() throws -> Data {
    Data(try source.read(at: 0, count: source.size))
  }
}

/// Parameters of commands that search for steps.
enum SearchParameters {
  static let condition = Parameter.option(
    "where", value: "EXPR", .expression,
    "Only where this holds; 'help expressions' tells how it is written.")
  static let patch = Parameter.flag("patch", short: "-p", "Show below each action what it changed.")
  static let printed = Parameter.options(
    "print", value: "EXPR", .expression,
    "Add what this gives to every line; may be given several times.")
}

extension Answer {
  /// The answer on one line.
  var text: String {
    switch self {
    case .null: "null"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): Value.string(text).swiftText(options: .inLine)
    // As much as fits on a line.
    case .json(let text): text.count > 100 ? text.prefix(100) + "…" : text
    case .bytes(let bytes): Value.bytes(bytes).swiftText(options: .inLine)
    }
  }

  /// The answer as JSON.
  var json: JSON {
    switch self {
    case .null: .null
    case .integer(let number): number.asJSON
    case .real(let number): number.asJSON
    case .text(let text): text.asJSON
    case .json(let text): .text(text)
    case .bytes(let bytes): Value.bytes(bytes).asJSON
    }
  }
}
