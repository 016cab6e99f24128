import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadTesting

extension Apps {
  /// Replays a fixture's log and compares it with these expectations, or with none: then the last state is asked for.
  ///
  /// A store that traps ends the command, which tells the step. Of a new fixture that is made of `recording`, what is
  /// `unfinished` is gone then.
  func report(
    on fixture: Fixture, of log: LogReader, _ expectations: Expectations?,
    from recording: LogReader? = nil, unfinished: [String] = [], _ console: Console
  ) throws -> FixtureReport {
    let played = recording ?? log
    let traps = try rehearse(played, .strict, console)
    guard let trap = traps.first(where: { $0.step <= log.lastStep }) else {
      return try report(on: fixture, of: log, expectations)
    }
    let failure = ReplayError.traps(trap, try? played.entry(at: trap.step).type)
    throw recording == nil ? CommandFailure.trapInOne("\(failure)", log: played.name) : failure
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
