import PlayheadLog
import PlayheadReplay
import PlayheadTesting

extension Apps {
  /// Replays a fixture and compares it with these expectations, or with none: then the last state is asked for.
  ///
  /// A store that traps ends the command, which tells the step; what is `unfinished` of a new fixture is gone then.
  func report(
    on fixture: Fixture, _ expectations: Expectations?, unfinished: [String] = [],
    _ console: Console
  ) throws -> FixtureReport {
    try console.outlivingTraps(
      of: fixture.log(), isOneOfSeveral: unfinished.isEmpty, unfinished: unfinished
    ) {
      try report(on: fixture, expectations)
    }
  }

  /// Replays a fixture, compares it with what is written beside it, and says what it comes to; `onStep` is told of
  /// every step on the way. A store that traps ends the process.
  func verdict(
    on fixture: Fixture, onStep: @escaping (Step) throws -> Void = { _ in }
  ) throws -> FixtureVerdict {
    _ = try fixture.log()
    guard let expectations = try fixture.expectations() else {
      throw FixtureFailure.nothingExpected(of: fixture)
    }
    return try report(on: fixture, expectations, onStep).verdict
  }

  private func report(
    on fixture: Fixture, _ expectations: Expectations?,
    _ onStep: @escaping (Step) throws -> Void = { _ in }
  ) throws -> FixtureReport {
    let log = try fixture.log()
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    return try fixture.report(
      of: log, on: expectations, with: DispatcherPlayer(app), onStep: onStep)
  }
}
