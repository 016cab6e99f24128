import Foundation
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadTerminal
import PlayheadValues

extension Apps {
  /// A connection to a process of this program; nil after a warning if none can be started.
  func connection(
    _ console: Console, _ interrupts: InterruptFlag? = nil,
    stepLimit: Duration = WorkerProcess.stepLimit
  ) throws -> ChildProcessConnection? {
    guard let program = console.terminal.programFile else { return nil }
    let connection = ChildProcessConnection(program, interrupts, stepLimit: stepLimit)
    connection.onOutput = { try? console.printError(StyledText(lines: $0)) }
    return try console.starting(orWarn: "stores run in this process, and a crash ends it") {
      try connection.start()
      return connection
    }
  }

  /// An inspector of `log` with the stores at a connection, or with those of this process. Throws if this executable does
  /// not have the app.
  func inspector(
    of log: LogReader, at connection: ChildProcessConnection?, _ decoding: DecodingPolicy
  ) throws -> Inspector {
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    return try Inspector(
      log, storesAt: connection ?? InProcessConnection(app), decoding: decoding)
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
