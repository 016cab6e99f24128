import Foundation
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadTerminal
import PlayheadValues

extension Apps {
  /// An inspector of `log`, and the host of its stores if they run in another process. A log without a file,
  /// such as standard input, is sent to that process. Uses the process of an `earlier` host.
  func inspector(
    of log: LogReader, _ decoding: DecodingPolicy, _ console: Console,
    _ interrupts: InterruptFlag? = nil, stepLimit: Duration = WorkerProcess.stepLimit,
    after earlier: WorkerHost? = nil
  ) throws -> (inspector: Inspector, host: WorkerHost?) {
    func here() throws -> Inspector {
      try Inspector(log, of: recorder(of: log), decoding: decoding)
    }
    guard let program = console.terminal.programFile else { return (try here(), nil) }
    let host = WorkerHost(
      program, log, try task(for: log, decoding), interrupts, stepLimit: stepLimit)
    host.onOutput = { try? console.printError(StyledText(lines: $0)) }
    if let earlier { host.adoptProcess(of: earlier) }
    do {
      guard try console.starting(orWarn: Self.loss, host.start) != nil else {
        return (try here(), nil)
      }
    } catch let error as WorkerError {
      throw error.failure(of: log)
    }
    return (Inspector(log, storesAt: host), host)
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
        return try Compatibility(log, with: app.player()) { progress.advance(to: $0.number) }
      }
      let request = CompatibilityRequest(try task(for: log, .usual))
      // The worker finds damage too, and says nothing of it.
      try log.findDamage()
      return try KillRetry.retrying {
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
    let slot = WorkerSlot(limit: WorkerProcess.stepLimit) {
      try WorkerProcess(program, under: .usual)
    }
    return try console.starting(orWarn: Self.loss) {
      try slot.ensureRunning()
      return slot
    }
  }

  /// What a command lacks without workers.
  private static let loss = "stores run in this process, and a crash ends it"

  /// The task to replay `log` in a worker. Contains the bytes of a log without a file.
  private func task(for log: LogReader, _ decoding: DecodingPolicy) throws -> ReplaySpec {
    var task = ReplaySpec(log.name, decoding: decoding)
    task.isObserved = true
    if log.hasFile { task.identity = try log.identity() } else { task.bytes = try log.allBytes() }
    if !log.isClosed { task.lastStep = log.lastStep }
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

extension Console {
  /// The value of `body`, which starts a worker; nil after a warning with the `loss` if the system starts none.
  func starting<T>(orWarn loss: String, _ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch let error as WorkerError {
      guard let reason = error.startReason else { throw error }
      try sayOnce("warning: no other process can be started (\(reason)); \(loss)")
      return nil
    }
  }
}

extension LogReader {
  /// All bytes of the log.
  fileprivate func allBytes() throws -> Data {
    Data(try source.read(at: 0, count: source.size))
  }
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

/// The apps that are linked into this executable. It has only their stores.
struct Apps: Sendable {
  private let all: [AppEntry]

  init(_ all: [AppEntry]) {
    self.all = all
  }

  /// The app that recorded `log`; `nil` if it is not linked in.
  func recorder(of log: LogReader) -> AppEntry? { named(log.header.app) }

  /// The names of the apps.
  var names: [String] { all.map(\.name) }

  func named(_ name: String) -> AppEntry? { all.first { $0.name == name } }

  /// The error for commands that need the stores of the app that recorded `log`.
  func unknownApp(of log: LogReader) -> CommandFailure {
    .unknownApp(log.appName, log: log.name, known: names)
  }

  /// The apps that take lines of text.
  var forTerminals: [any TerminalApp.Type] {
    all.compactMap { $0.type as? any TerminalApp.Type }
  }
}

extension LogReader {
  /// The name of the app that recorded the log; `nil` if the first frame is lost, also in a recovered log.
  var appName: String? { header.app.isEmpty ? nil : header.app }
}
