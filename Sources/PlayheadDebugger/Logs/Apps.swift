import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadTerminal

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

  /// The app called `name`.
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
