import PlayheadFlux
import PlayheadLog
import PlayheadReplay

/// The apps that are linked into this executable: the only ones whose stores it has.
struct Apps: Sendable {
  private let all: [any App.Type]

  init(_ all: [any App.Type]) {
    self.all = all
  }

  /// The app that recorded `log`, or nil if it is not linked in.
  func recorder(of log: LogReader) -> (any App.Type)? {
    named(log.header.app)
  }

  /// What the apps are called.
  var names: [String] { all.map { $0.appName } }

  /// The app called `name`.
  func named(_ name: String) -> (any App.Type)? { all.first { $0.appName == name } }

  /// Why commands that need the app's stores can do nothing with `log`.
  func unknownApp(of log: LogReader) -> CommandFailure {
    .unknownApp(log.header.app, log: log.name, known: names)
  }

  /// The apps that a person can drive line by line.
  var forTerminals: [any TerminalApp.Type] {
    all.compactMap { $0 as? any TerminalApp.Type }
  }

  /// Gives `body` a replay of `log` that shows its progress. If the stores asked for something else
  /// than was recorded, and so were given placeholders, this is said on standard error.
  func replay<T>(
    _ log: LogReader, _ console: Console, _ body: (Replay) throws -> T
  ) throws -> Replayed<T> {
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    let replay = try Replay(log, of: app)
    let progress = Progress("replaying", of: log.lastStep.number, on: console)
    defer { progress.finish() }
    replay.onStep = { progress.advance(to: $0.number) }
    let value = try body(replay)
    guard let (step, fault) = replay.firstDrawFault else { return Replayed(value) }
    progress.finish()
    try console.printError("warning: \(DrawWarning(log: log.name, step: step, fault: fault))")
    return Replayed(value, exitCode: .badAnswer)
  }
}
