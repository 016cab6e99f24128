import PlayheadInspector
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadTesting

extension Apps {
  /// Replays a fixture's log and compares it with these expectations, or with none: then the last state is asked for. A new
  /// fixture's log has no name yet, and its expectations are a draft.
  ///
  /// A store that traps ends the command, which tells the step.
  func report(
    on fixture: Fixture, of log: LogReader, _ expectations: Expectations?, isNew: Bool = false,
    _ console: Console
  ) throws -> FixtureReport {
    do {
      return try explaining(log) {
        try inspector(of: log, .strict, console).inspector
          .ask(FixtureRequest(fixture, expectations, isDraft: isNew))
      }
    } catch let error as ReplayError {
      guard case .traps = error, !isNew else { throw error }
      throw CommandFailure.trapInOne("\(error)", log: log.name)
    }
  }

  /// Replays a fixture, compares it with what is written beside it, and says what it comes to; `onStep` is told of
  /// every step on the way. A store that traps ends the process.
  func verdict(
    on fixture: Fixture, onStep: @escaping (Step) throws -> Void = { _ in }
  ) throws -> FixtureVerdict {
    let log = try fixture.log()
    guard let expectations = try fixture.expectations() else {
      throw FixtureFailure.nothingExpected(of: fixture)
    }
    return try report(on: fixture, of: log, expectations, onStep).verdict
  }

  private func report(
    on fixture: Fixture, of log: LogReader, _ expectations: Expectations?,
    _ onStep: @escaping (Step) throws -> Void = { _ in }
  ) throws -> FixtureReport {
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    return try fixture.report(
      of: log, on: expectations, with: DispatcherPlayer(app), onStep: onStep)
  }
}
