import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Synchronization
import TestSupport
import Testing

/// Replayed states that are not the recorded ones, as the log's digests show.
@Suite struct OtherStatesTests {
  /// What a handler should have asked its context for: each call gives another number.
  static let clock = Atomic<Int>(0)

  struct Visits: Codable, Sendable {
    var count = 0
    var last = 0

    mutating func take(_ visit: Visit) {
      count += 1
      if visit.isDated { last = OtherStatesTests.clock.add(1, ordering: .relaxed).newValue }
    }
  }

  struct Visit: Codable, Action { var isDated: Bool }

  /// An app with a dispatcher.
  struct Guests: ReplayableApp {
    static let appName = "guests"
    let dispatcher: Dispatcher

    init(inputs: SystemInputs) throws {
      dispatcher = Dispatcher(inputs: inputs)
      try dispatcher.register(Store("visits", Visits()).on(Visit.self) { $0.take($1) })
    }
  }

  /// Makes a log of eight visits to an app with a dispatcher, of which the fifth gets a date if `isDated`.
  private func desk(isDated: Bool = true) throws -> Desk {
    let desk = try Desk(apps: [Guests.self])
    let app = try Guests(inputs: .seeded())
    let recording = try app.dispatcher.record(
      to: desk.path("g.playhead"), app: "guests", clock: ManualClock(),
      options: RecordingOptions(digests: .every(4_096)))
    for visit in 1...8 { app.dispatcher.dispatch(Visit(isDated: isDated && visit == 5)) }
    try recording.close()
    return desk
  }

  /// Calls `body` with an inspector of such a log of an app that owns its store, with a digest at each step.
  private func inspecting(isDated: Bool = true, _ body: (Inspector) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    var state = Visits()
    let recording = try Recording(
      to: url.path, app: "guests", stores: ["visits"], clock: ManualClock(),
      options: RecordingOptions(digests: .every(1)), states: [state])
    for visit in 1...8 {
      let visit = Visit(isDated: isDated && visit == 5)
      recording.record(visit) {
        state.take(visit)
        return [state]
      }
    }
    try recording.close()
    let entry = AppEntry.reducer(
      "guests", store: "visits", initial: Visits(), action: Visit.self
    ) { $0.take($1) }
    try body(Inspector(url, of: entry))
  }

  /// Asks one question, and returns the mismatches that are reported.
  private func mismatches(
    _ inspector: Inspector, _ ask: (Inspector) throws -> Void
  ) throws -> [StateMismatch] {
    var found: [StateMismatch] = []
    inspector.onEvent = { event in
      if case .warning(.otherStates(let mismatch)) = event { found.append(mismatch) }
    }
    try ask(inspector)
    return found
  }

  @Test
  func
    `with a digest at each step, the inspector warns only about states from the first mismatch on`()
    throws
  {
    try inspecting { inspector in
      let other = [StateMismatch(step: 5, lastAgreed: 4, store: "visits")]
      // What comes before is the recorded state, and what comes after is not.
      for (step, wanted) in [(4, []), (8, other), (3, []), (6, other)] as [(Step, [StateMismatch])]
      {
        let found = try mismatches(inspector) { _ = try $0.ask(StateRequest(of: step)) }
        #expect(found == wanted)
      }
    }
  }

  @Test func `a worker compares answers about states before a digest with that digest`() throws {
    let desk = try desk()
    let log = try LogReader(path: desk.path("g.playhead"))
    let inspector = Inspector(log, stores: try Replay(log, of: Guests.self))
    inspector.comparesAhead = true
    let requests: [(Inspector) throws -> Void] = [
      { _ = try $0.ask(StateRequest(of: 6)) }, { _ = try $0.ask(DiffRequest(to: 3)) },
      { _ = try $0.ask(ActionRequest(of: 2)) },
    ]
    for ask in requests { #expect(try mismatches(inspector, ask).map(\.step) == [8]) }
  }

  @Test
  func `after an interrupted inspector request, the next request still reports the state mismatch`()
    throws
  {
    struct Stopped: Error {}
    try inspecting { inspector in
      inspector.onEvent = { event in
        if case .progress(let progress) = event, progress.done >= 6 { throw Stopped() }
      }
      #expect(throws: Stopped.self) { try inspector.ask(StateRequest(of: 8)) }
      let found = try mismatches(inspector) { _ = try $0.ask(StateRequest(of: 8)) }
      #expect(found.map(\.step) == [5])
    }
  }

  @Test
  func
    `the inspector does not compare states after a branch's first change with the log's digests`()
    throws
  {
    try inspecting(isDated: false) { inspector in
      _ = try inspector.make(.skip(.recorded(4), withEffects: false))
      #expect(try mismatches(inspector) { _ = try $0.ask(StateRequest(of: 7)) } == [])
    }
    try inspecting { inspector in
      _ = try inspector.make(.skip(.recorded(7), withEffects: false))
      // The fifth action comes before the change.
      #expect(try mismatches(inspector) { _ = try $0.ask(StateRequest(of: 7)) }.count <= 1)
      #expect(try mismatches(inspector) { _ = try $0.ask(BranchComparisonRequest()) }.count <= 1)
    }
  }

  // MARK: The command line

  private static let sentence =
    "warning: at step 8 the replayed state of store 'visits' is not the recorded one, and the states from "
    + "step 1 on may differ from the recorded ones; 'playhead check g.playhead' looks for the cause\n"

  private static let calls = [
    "state g.playhead", "diff g.playhead 0..8", "state g.playhead 3", "diff g.playhead 6",
    "show g.playhead 4", "cut g.playhead 7..8 -o c.playhead",
    "history g.playhead visits.count", "blame g.playhead", "show g.playhead 8",
    "log g.playhead -p", "log g.playhead -- visits.count", "page g.playhead -o g.html",
    "log g.playhead --where \"state('visits.count') = 8\"",
    "bisect g.playhead --where \"state('visits.count') = 8\"",
    "export g.playhead --as ndjson -o g.ndjson", "export g.playhead --as sqlite -o g.sqlite",
    "export g.playhead --as redux-devtools -o g.json",
    "export g.playhead --as perfetto --counter visits.count -o g.json",
  ]

  @Test
  func `a command whose replayed states differ from the recorded ones warns once and exits with 1`()
    throws
  {
    for call in Self.calls {
      let outcome = try desk().playhead(call)
      #expect(outcome.error == Self.sentence && outcome.code == .badAnswer, "\(call)")
      let json = call.replacing("playhead", with: "playhead --json", maxReplacements: 1)
      let inJSON = try desk().playhead(json)
      #expect(inJSON.error == Self.sentence && inJSON.code == .badAnswer, "\(json)")
      let lines = inJSON.output.split(separator: "\n")
      let member = #""otherStates":{"step":8,"lastAgreed":0,"store":"visits"}"#
      let hasMember = ["history", "blame", "show", "log g.playhead -- ", "page"]
        .contains(where: call.hasPrefix)
      #expect(lines.count { $0.contains(member) } == 1 || !hasMember, "\(lines)")
      #expect(try desk(isDated: false).playhead(call).error == "", "\(call)")
    }
  }

  @Test
  func `an HTML page and an NDJSON export say that replayed states differ from the recorded ones`()
    throws
  {
    let desk = try desk()
    _ = desk.playhead("page g.playhead -o g.html")
    let page = String(decoding: try desk.bytes("g.html"), as: UTF8.self)
    #expect(page.contains(#""otherStates":{"command":"#))
    #expect(page.contains(#""text":"at step 8 the replayed state of store 'visits'"#))
    _ = desk.playhead("export g.playhead --as ndjson -o g.ndjson")
    let lines = String(decoding: try desk.bytes("g.ndjson"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix(#"{"kind":"otherStates","step":8,"lastAgreed":0"#) } == 1)
  }

  @Test func `'fixture add' warns that the fixture has other states than the recorded ones`() throws
  {
    let call = "fixture add g.playhead --name guests --in kept.folder --expect visits.count"
    let added = try desk().playhead(call)
    #expect(added.code == .good)
    #expect(
      added.error
        == "warning: at step 8 the replayed state of store 'visits' is not the recorded one, and the states from "
        + "step 1 on may differ from the recorded ones; the fixture has the values of this build's replay, and "
        + "'playhead check g.playhead' looks for the cause\n", "\(added)")
    #expect(try desk(isDated: false).playhead(call).error == "")
  }

  @Test func `'debug' warns only once that replayed states differ from the recorded ones`() throws {
    let outcome = try desk().playhead(
      "debug g.playhead", on: MemoryTerminal(input: "print\nprint\ngoto 7\nprint\n"))
    let all = outcome.output + outcome.error
    #expect(all.components(separatedBy: "is not the recorded one").count == 2, "\(all)")
  }
}
