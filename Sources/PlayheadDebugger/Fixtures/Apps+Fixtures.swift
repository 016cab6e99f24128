import PlayheadLog
import PlayheadReplay
import PlayheadTesting

extension Apps {
  /// Replays a fixture and compares it with these expectations, or with none: then the last state is asked for.
  ///
  /// A store that traps ends the command, which tells the step; the log of a fixture that `isNew` is gone then.
  func report(
    on fixture: Fixture, _ expectations: Expectations?, isNew: Bool = false, _ console: Console
  ) throws -> FixtureReport {
    try console.outlivingTraps(
      of: fixture.log(), isOneOfSeveral: !isNew, unfinished: isNew ? fixture.path : nil
    ) {
      try report(on: fixture, expectations)
    }
  }

  /// Replays a fixture, compares it with what is written beside it, and says what it comes to. A store that traps
  /// ends the process.
  func verdict(on fixture: Fixture, isColoured: Bool) throws -> FixtureVerdict {
    _ = try fixture.log()
    guard let expectations = try fixture.expectations() else {
      throw FixtureFailure.nothingExpected(of: fixture)
    }
    return try report(on: fixture, expectations).verdict(isColoured: isColoured)
  }

  private func report(on fixture: Fixture, _ expectations: Expectations?) throws -> FixtureReport {
    let log = try fixture.log()
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    return try fixture.report(of: log, on: expectations, with: DispatcherPlayer(app))
  }
}
