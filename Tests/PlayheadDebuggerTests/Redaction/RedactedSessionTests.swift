import Foundation
import PlayheadCoding
import PlayheadDebugger
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import TestSupport
import Testing

@Suite struct RedactedSessionTests {
  private static let calls = [
    "info v.playhead", "log v.playhead", "state v.playhead 0", "state v.playhead end",
    "diff v.playhead 0..end", "show v.playhead 3", "verify v.playhead",
  ]

  @Test
  func `no secret is in a redacted log or in what commands print, and its replay has the digests`()
    throws
  {
    let intervals = [DigestInterval.every(1), .every(7), .every(4_096)]
    for (seed, digests) in zip(1...3 as ClosedRange<UInt64>, intervals) {
      let desk = try Desk(apps: [VaultApp.self])
      var options = RecordingOptions.exact
      options.digests = digests
      let secrets = try record(to: desk, options, seed: seed)
      #expect(secrets.all.count > 20)
      #expect(try secrets.leaked(intoFiles: [desk.path("v.playhead")]) == [])
      for call in Self.calls.flatMap({ [$0, "\($0) --json"] }) {
        let outcome = desk.playhead(call)
        #expect(outcome.code == .good, "\(call): \(outcome.error)")
        #expect(secrets.leaked(into: outcome.output.utf8) == [], "\(call)")
      }
      let log = try LogReader(path: desk.path("v.playhead"))
      #expect(try log.digests().count > 0)
      #expect(try DeterminismCheck(log) { try DispatcherPlayer(VaultApp.self) }.run() == nil)
    }
  }

  @Test func `without redaction, the search for leaks finds the secrets in the log and in 'state'`()
    throws
  {
    let desk = try Desk(apps: [VaultApp.self])
    var options = RecordingOptions.exact
    options.redaction = nil
    let secrets = try record(to: desk, options, seed: 1)
    #expect(try secrets.leaked(intoFiles: [desk.path("v.playhead")]).count > 20)
    #expect(secrets.leaked(into: desk.playhead("state v.playhead end").output.utf8) != [])
  }

  @Test
  func `logs with the same redaction key have the same token for a secret, and other logs do not`()
    throws
  {
    let key = RedactionKey.random()
    func latest(_ redaction: Redaction) throws -> Value? {
      let desk = try Desk(apps: [VaultApp.self])
      var options = RecordingOptions()
      options.redaction = redaction
      try record(to: desk, options, seed: 5)
      let replay = try Replay(LogReader(path: desk.path("v.playhead")), of: VaultApp.self)
      return try replay.state(at: 0).value(at: StatePath("vault.latest.text"))
    }
    let token = try #require(try latest(Redaction(key: key)))
    #expect(try latest(Redaction(key: key)) == token)
    #expect(try latest(Redaction()) != token)
    #expect(try latest(Redaction(key: key, rules: [.type(Secret.self, .masked)])) == .string("***"))
  }

  @Test func `'check' reports a store that computes from a redacted secret as different`() throws {
    let desk = try Desk(apps: [LengthApp.self])
    let app = try LengthApp(inputs: .seeded())
    let recorder = try app.dispatcher.record(
      to: desk.path("n.playhead"), app: "length", options: .exact)
    app.dispatcher.dispatch(Forget(secret: Secret(text: "four")))
    try recorder.close()
    let outcome = desk.playhead("check n.playhead")
    #expect(outcome.code == .badAnswer)
    #expect(
      outcome.output.contains(
        "the replay differs from the recording: store 'length' differs at step 1"))
  }

  /// A session with secrets in the initial state, in a store that comes later, around a gap, and in
  /// actions with effects on all of these.
  @discardableResult
  private func record(
    to desk: Desk, _ options: RecordingOptions, seed: UInt64
  ) throws -> Secrets {
    var secrets = Secrets(seed: seed)
    let app = try VaultApp(secrets.vault())
    let recorder = try app.dispatcher.record(
      to: desk.path("v.playhead"), app: VaultApp.appName, clock: ManualClock(), options: options)
    func dispatch(_ count: Int) { for _ in 0..<count { app.dispatcher.dispatch(secrets.action()) } }
    dispatch(20)
    try app.drawer.replace(any: secrets.vault())
    try app.dispatcher.register(app.drawer)
    dispatch(20)
    recorder.pause()
    dispatch(3)
    recorder.resume()
    dispatch(20)
    try recorder.close()
    return secrets
  }
}

/// An app whose store computes what tokens cannot give.
private struct LengthApp: ReplayableApp {
  static let appName = "length"
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store("length", 0).on(Forget.self) { length, action in length = action.secret.text.count })
  }
}
