public import PlayheadFlux
package import PlayheadReading
import PlayheadLog
import PlayheadPage
public import PlayheadReplay
import PlayheadValues

extension Fixture {
  /// Replays the log with a new app of this type. Throws a ``FixtureFailure`` unless all expectations hold.
  ///
  /// ```swift
  /// @Test func twoMugs() throws {
  ///   try Fixture("Fixtures/two-mugs.playhead").check(Shop.self) { page, name in
  ///     Attachment.record(page, named: name)
  ///   }
  /// }
  /// ```
  ///
  /// Costs a replay, and another one if there are conditions for every step. A trap in a store ends the
  /// process and with it the tests.
  ///
  /// - Parameters:
  ///   - app: The current version of the recorded app.
  ///   - decoding: What becomes of actions and states of another build. By default, the fixture fails and names
  ///     them if this build reads them differently and has no upgrade for them.
  ///   - asked: What to record. Without it, the environment variable `PLAYHEAD_RECORD` decides, or else
  ///     ``RecordMode/missing`` applies. If the variable `CI` is set, nothing is recorded.
  ///   - attach: Gets the page of a session that fails, as text in HTML, and a name for it. Costs another
  ///     replay.
  public func check(
    _ app: any ReplayableApp.Type, decoding: DecodingPolicy = .careful,
    record asked: RecordMode? = nil, attach: ((_ page: String, _ name: String) -> Void)? = nil
  ) throws(FixtureFailure) {
    try check(.app(app), decoding: decoding, record: asked, attach: attach)
  }

  /// The same for any app, for example one with its own store.
  public func check(
    _ app: AppEntry, decoding: DecodingPolicy = .careful, record asked: RecordMode? = nil,
    attach: ((_ page: String, _ name: String) -> Void)? = nil
  ) throws(FixtureFailure) {
    do throws(FixtureFailure) {
      try check(with: app.player(), decoding: decoding, record: asked)
    } catch {
      // Without a page, the failure still says what is wrong.
      if let attach, let page = try? error.page(of: app) { attach(page.html, "\(name).html") }
      throw error
    }
  }

  /// The same with a player.
  public func check(
    with player: @autoclosure () throws -> any Replayable, decoding: DecodingPolicy = .careful,
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

  /// The failure of a check with this mode, whatever the environment says; nil if all expectations hold.
  package func failure(
    with player: @autoclosure () throws -> any Replayable, _ decoding: DecodingPolicy = .careful,
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
    if written == nil, mode == .never { return .nothingExpected(tool: Fixture.tool) }
    let report = try report(by: Replay(log, with: player, decoding: decoding), on: written)
    let recorded = report.expectations.recording(report.actual, mode)
    if mode == .all || recorded != written && mode != .never {
      try write(recorded, of: log)
      return .recorded(report)
    }
    return report.holds ? nil : .findings(report)
  }

  /// The log. It is packed and has no segments, so no folder is searched for any. Throws ``NoFixture`` if the
  /// path is not a log file's.
  package func log() throws -> LogReader {
    guard path.hasSuffix(Fixture.logEnd), !isStream(path) else { throw NoFixture(path: shownPath) }
    return try LogReader(path: shownPath)
  }

  /// Compares a replay of the log with these expectations, or asks for the last state of every store.
  func report(by replay: Replay, on expectations: Expectations?) throws -> FixtureReport {
    let expectations = expectations ?? .lastState(of: replay.stores, named: name)
    return try FixtureCheck(self, replay, expectations).run()
  }
}
