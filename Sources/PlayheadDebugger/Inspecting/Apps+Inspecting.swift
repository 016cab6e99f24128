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

  /// Gives `body` an inspector whose stores are in another process, where there can be one. Each warning is said once.
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

  /// What is asked about `log`, and the host of the stores if that is another process. A log that is no file by its name, as one
  /// from standard input, is sent there.
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
      // Several questions may run into the same.
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

  /// What it takes to replay `log`, which a worker in `slot` finds out, if there is one; shows its progress.
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

  /// A place for workers of this program; nil, which is said, if there can be none.
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

  /// How a worker replays `log`, which is sent there if it is no file by its name.
  private func task(for log: LogReader, _ decoding: DecodingPolicy) throws -> WorkerTask {
    var task = WorkerTask(log.name, decoding: decoding)
    task.isObserved = true
    if log.hasFile { task.mark = try log.mark() } else { task.bytes = try log.allBytes() }
    return task
  }

  /// Adds the way out to errors about something in `log` that does not fit the app.
  func explaining<T>(_ log: LogReader, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as ReplayError where error.isIncompatibility || error.isStateIncompatibility {
      throw CommandFailure.incompatible(error, log: log.name)
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
  static let patch = Parameter.flag("patch", short: "-p", "Show below each action what it changed.")
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
    case .integer(let number): number.asJSON
    case .real(let number): number.asJSON
    case .text(let text): text.asJSON
    case .json(let text): .text(text)
    case .bytes(let bytes): Value.bytes(bytes).asJSON
    }
  }
}
