import PlayheadInspector
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadTesting

extension Apps {
  /// Replays a fixture's log and compares it with the expectations. Without expectations, the report has the
  /// last state. A new fixture's log has no name yet, and its expectations are a draft. Throws an error that
  /// names the step if a store traps.
  func report(
    on fixture: Fixture, of log: LogReader, _ expectations: Expectations?,
    _ decoding: DecodingPolicy, isNew: Bool = false, _ console: Console
  ) throws -> FixtureReport {
    do {
      return try inspector(of: log, decoding, console).inspector
        .ask(FixtureRequest(fixture, expectations, isDraft: isNew))
    } catch let error as ReplayError {
      guard case .traps(let trap, let type) = error, !isNew else { throw error }
      throw CommandFailure.trapInOne(trap, type, log: log.name)
    }
  }
}
