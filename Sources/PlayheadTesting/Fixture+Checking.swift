public import PlayheadFlux
import PlayheadFiles
package import PlayheadLog
public import PlayheadReplay
import PlayheadValues

extension Fixture {
  /// Replays the log with a fresh app of this type, and throws a ``FixtureFailure`` unless all that is
  /// expected of it is so.
  ///
  /// Costs a replay; another one if there are conditions that must hold at every step. A trap in a store ends
  /// the process, as it does anywhere in Swift, and the tests with it.
  ///
  /// - Parameters:
  ///   - app: The app that was recorded, as it is now.
  ///   - decoding: What becomes of actions that do not fit the app as it is now. Usually the fixture fails and
  ///     names them.
  ///   - asked: What is written down of what is expected. Without it the variable `PLAYHEAD_RECORD` of the
  ///     environment says so, and without that it is ``RecordMode/missing``. Where the variable `CI` is set,
  ///     nothing is.
  public func check(
    _ app: any ReplayableApp.Type, decoding: DecodingPolicy = .strict,
    record asked: RecordMode? = nil
  ) throws(FixtureFailure) {
    try check(with: DispatcherPlayer(app), decoding: decoding, record: asked)
  }

  /// The same with another player, such as that of an app which has a store of its own.
  public func check(
    with player: @autoclosure () throws -> any Replayable, decoding: DecodingPolicy = .strict,
    record asked: RecordMode? = nil
  ) throws(FixtureFailure) {
    let mode: RecordMode
    do throws(RecordModeError) {
      mode = try RecordMode.inForce(asked)
    } catch {
      throw FixtureFailure(self, .impossible(StyledText(error)))
    }
    if let failure = failure(with: try player(), decoding, mode) { throw failure }
  }

  /// What a check with this mode comes to, whatever the environment says; nil if all is as it is expected.
  package func failure(
    with player: @autoclosure () throws -> any Replayable, _ decoding: DecodingPolicy = .strict,
    _ mode: RecordMode
  ) -> FixtureFailure? {
    do {
      return try check(with: player(), decoding, mode).map { FixtureFailure(self, $0) }
    } catch {
      return FixtureFailure(self, .impossible(StyledText(error)))
    }
  }

  private func check(
    with player: any Replayable, _ decoding: DecodingPolicy, _ mode: RecordMode
  ) throws -> FixtureFailure.Reason? {
    let log = try log()
    let written = try expectations()
    if written == nil, mode == .never { return .nothingExpected }
    let report = try report(by: Replay(log, with: player, decoding: decoding), on: written)
    let recorded = report.expectations.recording(report.actual, mode)
    if mode == .all || recorded != written && mode != .never {
      try write(recorded, of: log)
      return .recorded(report)
    }
    return report.holds ? nil : .findings(report)
  }

  /// The log, which is packed and so has no segments: to look for some would read the folder for each of its
  /// fixtures. Throws ``NoFixture`` if the path is none of a log's file.
  package func log() throws -> LogReader {
    guard path.hasSuffix(Fixture.logEnd), !isStream(path) else { throw NoFixture(path: shownPath) }
    return try LogReader(alone: shownPath)
  }

  /// Compares a replay of the fixture's log with these expectations; without any, the last state of every store is asked for.
  func report(by replay: Replay, on expectations: Expectations?) throws -> FixtureReport {
    let expectations = expectations ?? .lastState(of: replay.stores, named: name)
    return try FixtureCheck(self, replay, expectations).run()
  }
}
