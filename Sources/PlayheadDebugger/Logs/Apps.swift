import PlayheadFlux
import PlayheadLog
import PlayheadTerminal

/// The apps that are linked into this executable: the only ones whose stores it has.
struct Apps: Sendable {
  private let all: [any ReplayableApp.Type]

  init(_ all: [any ReplayableApp.Type]) {
    self.all = all
  }

  /// The app that recorded `log`, or nil if it is not linked in.
  func recorder(of log: LogReader) -> (any ReplayableApp.Type)? {
    named(log.header.app)
  }

  /// What the apps are called.
  var names: [String] { all.map { $0.appName } }

  /// The app called `name`.
  func named(_ name: String) -> (any ReplayableApp.Type)? { all.first { $0.appName == name } }

  /// Why commands that need the app's stores can do nothing with `log`.
  func unknownApp(of log: LogReader) -> CommandFailure {
    .unknownApp(log.appName, log: log.name, known: names)
  }

  /// Why conditions that ask for states can do nothing with `log`.
  func unknownStates(of log: LogReader) -> CommandFailure {
    .statesOfUnknownApp(log.appName, log: log.name, known: names)
  }

  /// The apps that a person can drive line by line.
  var forTerminals: [any TerminalApp.Type] {
    all.compactMap { $0 as? any TerminalApp.Type }
  }
}

extension LogReader {
  /// What the app is called that recorded it; nil if its first frame was lost, be it before it was
  /// recovered.
  var appName: String? { header.app.isEmpty ? nil : header.app }
}
