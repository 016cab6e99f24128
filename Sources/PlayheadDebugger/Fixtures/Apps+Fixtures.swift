import PlayheadLog
import PlayheadReplay
import PlayheadTesting

extension Apps {
  /// Replays a fixture and compares it with these expectations, or with none: then the last state is asked for.
  ///
  /// A store that traps ends the command, which tells the step: of several fixtures each would be begun again
  /// with the others' traps.
  func report(
    on fixture: Fixture, _ expectations: Expectations?, _ console: Console
  ) throws -> FixtureReport {
    let log = try fixture.log()
    guard let app = recorder(of: log) else { throw unknownApp(of: log) }
    return try console.outlivingTraps(of: log, isOneOfSeveral: true) {
      try fixture.report(of: log, on: expectations, with: DispatcherPlayer(app))
    }
  }
}
