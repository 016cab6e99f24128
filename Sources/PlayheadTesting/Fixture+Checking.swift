import Foundation
public import PlayheadFlux
import PlayheadInspector
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
  ///   try Fixture("Fixtures/two-mugs.playhead").check(Shop.self) { file, name in
  ///     Attachment.record(file, named: name)
  ///   }
  /// }
  /// ```
  ///
  /// Costs a replay, and another one if there are conditions for every step. A store that crashes ends the process and
  /// with it the tests; ``check(storesOf:decoding:record:attach:)`` does not.
  ///
  /// - Parameters:
  ///   - app: The current version of the recorded app.
  ///   - decoding: What becomes of actions and states of another build. By default, the fixture fails and names
  ///     them if this build reads them differently and has no upgrade for them.
  ///   - asked: What to record. Without it, the environment variable `PLAYHEAD_RECORD` decides, or else
  ///     ``RecordMode/missing`` applies. If the variable `CI` is set, nothing is recorded.
  ///   - attach: Gets the files that show a session that fails, with their names: its page in HTML, and its log. Costs
  ///     another replay.
  public func check(
    _ app: any ReplayableApp.Type, decoding: DecodingPolicy = .careful,
    record asked: RecordMode? = nil, attach: Attach? = nil
  ) throws(FixtureFailure) {
    try check(.app(app), decoding: decoding, record: asked, attach: attach)
  }

  /// Gets a file, and a name for it. `Attachment.record($0, named: $1)` of Swift Testing attaches it to the test.
  public typealias Attach = (_ file: [UInt8], _ name: String) -> Void

  /// The same for any app, for example one with its own store.
  public func check(
    _ app: AppEntry, decoding: DecodingPolicy = .careful, record asked: RecordMode? = nil,
    attach: Attach? = nil
  ) throws(FixtureFailure) {
    try attachingFiles(with: attach, { try Inspector($0, of: app, decoding: decoding) }) {
      () throws(FixtureFailure) in
      try check(with: app.player(), decoding: decoding, record: asked)
    }
  }

  /// The same with the stores of an executable that calls `PlayheadCommand.main(apps:)`, as it is described in the
  /// documentation of `PlayheadReplay`. A store that crashes, ends its process or never ends fails the fixture, with the
  /// place in the code.
  ///
  /// `executable` is the name of one of the package's executables, which SwiftPM builds into the folder of the tests, or a
  /// path.
  public func check(
    storesOf executable: String, decoding: DecodingPolicy = .careful,
    record asked: RecordMode? = nil, attach: Attach? = nil
  ) throws(FixtureFailure) {
    let tests = Bundle.main.executableURL?.deletingLastPathComponent()
    let file =
      executable.contains("/") ? URL(filePath: executable) : tests?.appending(path: executable)
    let program = file?.path(percentEncoded: false) ?? executable
    func inspector(_ log: LogReader) throws -> Inspector {
      let connection = ChildProcessConnection(program)
      try connection.start()
      return try Inspector(log, storesAt: connection, decoding: decoding)
    }
    try attachingFiles(with: attach, inspector) { () throws(FixtureFailure) in
      let mode = try modeInForce(asked)
      let failure = failure(mode) { log, written in
        try inspector(log).ask(FixtureRequest(self, written))
      }
      if let failure { throw failure }
    }
  }

  /// The same with a player.
  public func check(
    with player: @autoclosure () throws -> any Replayable, decoding: DecodingPolicy = .careful,
    record asked: RecordMode? = nil
  ) throws(FixtureFailure) {
    if let failure = failure(with: try player(), decoding, try modeInForce(asked)) { throw failure }
  }

  private func modeInForce(_ asked: RecordMode?) throws(FixtureFailure) -> RecordMode {
    do throws(RecordModeError) {
      return try RecordMode.inForce(asked)
    } catch {
      throw FixtureFailure(self, .impossible(StyledText(error)))
    }
  }

  /// Runs a check, and attaches the files of a session that fails. Without them, the failure still says what is wrong.
  private func attachingFiles(
    with attach: Attach?, _ inspector: (LogReader) throws -> Inspector,
    _ check: () throws(FixtureFailure) -> Void
  ) throws(FixtureFailure) {
    do throws(FixtureFailure) {
      try check()
    } catch {
      guard let attach else { throw error }
      if let page = try? error.page(of: inspector(log())) {
        attach(Array(page.html.utf8), "\(name).html")
      }
      if let log = try? Data(contentsOf: URL(filePath: path)) {
        attach(Array(log), name + Fixture.logEnd)
      }
      throw error
    }
  }

  /// The failure of a check with this mode, whatever the environment says; nil if all expectations hold.
  package func failure(
    with player: @autoclosure () throws -> any Replayable, _ decoding: DecodingPolicy = .careful,
    _ mode: RecordMode
  ) -> FixtureFailure? {
    failure(mode) { log, written in
      try report(by: Replay(log, with: player(), decoding: decoding), on: written)
    }
  }

  private func failure(
    _ mode: RecordMode, _ report: (LogReader, Expectations?) throws -> FixtureReport
  ) -> FixtureFailure? {
    do {
      return try check(mode, report).map { FixtureFailure(self, $0) }
    } catch {
      return FixtureFailure(self, .impossible(StyledText(error)))
    }
  }

  private func check(
    _ mode: RecordMode, _ report: (LogReader, Expectations?) throws -> FixtureReport
  ) throws -> FixtureFailure.Reason? {
    let log = try log()
    let written = try expectations()
    if written == nil, mode == .never { return .nothingExpected(tool: tool) }
    let report = try report(log, written)
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
    var check = try FixtureCheck(self, replay, expectations)
    return try check.run()
  }
}
