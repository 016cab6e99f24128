import Foundation
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadServer
import PlayheadTerminal
import PlayheadValues

extension Apps {
  /// A connection to a process of this program; nil if the program's file is unknown. The process starts at the first
  /// question.
  func connection(
    _ console: Console, _ interrupts: InterruptFlag? = nil,
    stepLimit: Duration = WorkerProcess.stepLimit
  ) -> ChildProcessConnection? {
    guard running == nil, let program = console.terminal.programFile else { return nil }
    let connection = ChildProcessConnection(program, interrupts, stepLimit: stepLimit)
    connection.onOutput = { try? console.printError(StyledText(lines: $0)) }
    return connection
  }

  /// An inspector of `log` with the stores at a connection, or with those of this process. Throws if this executable does
  /// not have the app.
  func inspector(
    of log: LogReader, at connection: ChildProcessConnection?, _ decoding: DecodingPolicy
  ) throws -> Inspector {
    guard let connect = connect(to: log) else { throw unknownApp(of: log) }
    return try Inspector(log, storesAt: connection ?? connect(), decoding: decoding)
  }

  /// Makes a connection to the stores of the app that recorded `log`, in the running app or in this process; nil if there
  /// are none.
  func connect(to log: LogReader) -> (@Sendable () -> any Connection)? {
    if let running, running.app == log.header.app { return { running.client.connection() } }
    guard let app = recorder(of: log) else { return nil }
    return { InProcessConnection(app) }
  }
}

/// The apps that are linked into this executable, whose stores it has, and an app that is running elsewhere.
struct Apps: Sendable {
  private let all: [AppEntry]
  /// The running app whose stores are used, with its name.
  fileprivate let running: (client: SessionClient, app: String)?

  init(_ all: [AppEntry]) { (self.all, running) = (all, nil) }

  /// These apps and a running one, whose stores come first.
  init(_ apps: Apps, and client: SessionClient, called name: String) {
    let stub = AppEntry.player(name) { throw CommandFailure.runningApp(name) }
    (all, running) = ([stub] + apps.all.filter { $0.name != name }, (client, name))
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
