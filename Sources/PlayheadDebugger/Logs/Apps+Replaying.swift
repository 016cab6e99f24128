import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension Apps {
  /// Gives `body` a replay of `log` that shows its progress. What keeps its states from being those that
  /// there were is said on standard error: that the stores asked for something else than was recorded,
  /// and so were given placeholders, or what was passed over. Where a store traps, `body` is done once more if
  /// it `triesAgain`: it can do without the states from there on.
  func replay<T>(
    _ log: LogReader, _ reading: Reading, _ console: Console, triesAgain: Bool = false,
    _ body: (Replay) throws -> T
  ) throws -> Replayed<T> {
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    return try console.outlivingTraps(of: log, triesAgain: triesAgain) {
      try self.replay(log, with: app, reading, console, body)
    }
  }

  private func replay<T>(
    _ log: LogReader, with app: any ReplayableApp.Type, _ reading: Reading, _ console: Console,
    _ body: (Replay) throws -> T
  ) throws -> Replayed<T> {
    try explaining(log) {
      let player = try DispatcherPlayer(app)
      let replay = try Replay(log, with: player, reading: reading)
      replay.knownTraps = console.knownTraps
      let progress = Progress("replaying", of: log.lastStep.number, on: console)
      defer { progress.finish() }
      replay.onStep = { progress.advance(to: $0.number) }
      // Its states are soon gone on from.
      let index = ChangeIndex(keptFor: replay)
      let value = try withExtendedLifetime(index) { try body(replay) }
      let warnings = replay.warnings
      progress.finish()
      if let step = replay.firstUnfinished {
        try console.printError("warning: \(UnfinishedWarning(log: log.name, step: step))")
      }
      try log.warnOfDamageFound(on: console)
      for warning in warnings { try console.printError("warning: \(warning)") }
      if let warning = VersionWarning(log, player) {
        try console.printError("warning: \(warning)")
      }
      return Replayed(value, exitCode: warnings.isEmpty ? .good : .badAnswer)
    }
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

extension Replay {
  /// What keeps the states so far from being those that there were.
  var warnings: [any CustomStringConvertible] {
    var warnings: [any CustomStringConvertible] = []
    if !misfits.isEmpty { warnings.append(SalvageWarning(log: log.name, misfits: misfits)) }
    if let (step, fault) = firstDrawFault {
      warnings.append(DrawWarning(log: log.name, step: step, fault: fault))
    }
    return warnings
  }
}

extension ReplayError {
  /// Whether a state in the log does not fit.
  var isStateMisfit: Bool {
    if case .undecodableState = self { true } else { false }
  }
}
