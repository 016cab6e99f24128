import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadServer
import PlayheadValues
import Synchronization

struct ServeCommand: Command {
  let apps: Apps

  let name = "serve"
  let summary = "Shows sessions in the browser, from a local server."
  let details = [
    "Prints the address of the session's page, or of a list if there are several, and opens it in the browser if standard "
      + "output is a terminal. The page asks the server for what it shows, so that it has all actions of a session of any "
      + "length, and new ones while the log is still being written. The server goes on until Ctrl-C. Other programs can "
      + "ask it, too.",
    "Only programs on this machine reach the server, and only with the address, which has a secret in it. It is also in a "
      + "file that only you can read: the log's name with '.address'. While a browser is being opened, other users of this "
      + "machine may see the address in the list of processes; '--no-open' avoids that.",
  ]

  let logs = Parameter.arguments(
    "LOG", .namedPath.completed(as: .log), "The logs to serve, which may still be written.")
  let port = Parameter.option(
    "port", value: "N", .port, "Listen at this port; by default, at any that is free.")
  let noOpen = Parameter.flag("no-open", "Do not open the browser.")
  let reading = ReadingParameters.declarations

  let examples = [
    Example("serve s.playhead", "opens the session in the browser"),
    Example("serve *.playhead", "opens a list of sessions"),
    Example("serve s.playhead --port 8000 --no-open", "prints an address with this port"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let decoding = try arguments.decoding()
    let limit = arguments[LogParameters.patience]
    let program = console.usesRunningApp ? nil : console.terminal.programFile
    let sessions = try arguments[logs].map { path in
      let recording = try LogReader(file: path)
      try recording.warn(on: console)
      let connect = apps.connect(to: recording)
      if connect == nil {
        try console.printError(
          "warning: \(apps.unknownApp(of: recording)); the server has no states of '\(path)'")
      }
      return ServedSession(path, decoding: decoding) {
        guard let connect else { return nil }
        guard let program else { return connect() }
        return ChildProcessConnection(program, stepLimit: limit)
      }
    }
    let running = RunningServer()
    // Ctrl-C is the usual end of this command.
    console.terminal.whenInterrupted(
      {
        running.stop()
        return ""
      }, code: .good)
    defer {
      console.terminal.whenInterrupted(nil)
      running.stop()
    }
    let address = try running.start {
      try SessionServer(sessions, port: arguments[port].map { UInt16($0) })
    }
    try console.show(ServeAnswer(address: address)) { try console.print("\(address)") }
    try console.flush()
    if console.watchesOutput, !arguments[noOpen] { console.terminal.browse(address) }
    while !running.isStopped { console.terminal.pause(seconds: Self.interval) }
    return .good
  }

  /// The seconds between two looks at whether the command is to end. Ctrl-C ends the process without waiting for that.
  private static let interval = 0.5
}

private struct ServeAnswer: Encodable {
  let address: String
}

/// The server, for the thread that a signal wakes.
private final class RunningServer: Sendable {
  private let server = Mutex<SessionServer?>(nil)
  private let stopped = InterruptFlag()

  var isStopped: Bool { stopped.isRaised }

  /// Starts a server and returns its address. A signal meanwhile waits until there is something to stop.
  func start(_ make: () throws -> SessionServer) throws -> String {
    try server.withLock { server in
      let made = try make()
      server = made
      return made.address
    }
  }

  func stop() {
    server.withLock { $0?.stop() }
    stopped.raise()
  }
}

extension ArgumentType<Int> {
  fileprivate static var port: Self {
    ArgumentType("a whole number from 1 to 65535") {
      Int($0).flatMap { 1...65_535 ~= $0 ? $0 : nil }
    }
  }
}
