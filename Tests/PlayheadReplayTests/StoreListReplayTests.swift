import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct StoreListReplayTests {
  @Test func `a later recorded state of a store overrides the state with which it arrived`() throws
  {
    let bytes = try SumLog.bytes(arrival: 2)
    for step in [20, 30, 50] as [UInt64] {
      #expect(try SumLog.state(SumLog.replay(bytes), at: Step(step)) == SumLog.sum(step))
    }
  }

  @Test(arguments: 1...(Soak.isOn ? 12 : 4) as ClosedRange<UInt64>)
  func `random sessions with stores that come and go replay to their live states`(seed: UInt64)
    throws
  {
    var generator = Seeded(seed: seed)
    let options = seed % 3 == 0 ? RecordingOptions(digests: .every(5)) : .exact
    let session = try ScreenSession(options) { app, recorder in
      for _ in 0..<60 { act(on: app, recorder, &generator) }
    }
    #expect(try session.log.verify().problems == [])
    // Some keep states in memory at every step.
    var policy = CheckpointPolicy()
    if seed % 2 == 0 { policy.spacing = .zero }
    let replay = try Replay(session.log, with: DispatcherPlayer(Screens.self), policy: policy)
    for step in session.steps { try session.expect(replay, at: step) }
    for step in session.steps.reversed() { try session.expect(replay, at: step) }
    for step in session.steps.shuffled(using: &generator) { try session.expect(replay, at: step) }
    #expect(replay.firstDrawFault == nil)
    #expect(try DeterminismCheck(session.log) { try DispatcherPlayer(Screens.self) }.run() == nil)
  }

  private func act(on app: Screens, _ recorder: Recording, _ generator: inout Seeded) {
    let screen = Screens.names[Int.random(in: 0..<3, using: &generator)]
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...2:
      app.dispatcher.dispatch(Open(screen: screen, start: Int.random(in: 0...9, using: &generator)))
    case 3...4: app.dispatcher.dispatch(Close(screen: screen))
    case 5: recorder.pause()
    case 6...7: recorder.resume()
    case 8: app.dispatcher.dispatch(Stubborn())
    default: app.dispatcher.dispatch(Bump(by: Int.random(in: 1...9, using: &generator)))
    }
  }

  @Test func `a log that began with a store open replays in an app that registers it later`() throws
  {
    let url = FileManager.default.temporaryDirectory.appending(path: "late-\(UUID())")
    defer { try? FileManager.default.removeItem(at: url) }
    let path = url.path(percentEncoded: false)
    let live = try Screens(inputs: .seeded())
    live.dispatcher.dispatch(Open(screen: "detail", start: 3))
    let recorder = try live.dispatcher.record(to: path, app: "screens")
    live.dispatcher.dispatch(Bump())
    live.dispatcher.dispatch(Close(screen: "detail"))
    live.dispatcher.dispatch(Bump())
    try recorder.close()
    let log = try LogReader(path: path)
    #expect(log.header.stores == ["open", "total", "detail"])
    let replay = try Replay(log, of: Screens.self)
    for (step, sum) in [(3, 4), (0, 3), (1, 4), (2, 4)] as [(Step, Int64)] {
      guard case .record(let fields)? = try byName(replay.state(at: step))["detail"] else {
        throw Unexpected("no detail")
      }
      #expect(fields.first?.value == .int(sum), "step \(step)")
    }
    #expect(try DeterminismCheck(log) { try DispatcherPlayer(Screens.self) }.run() == nil)
  }

  /// Two steps, a store that arrives in a frame of its own, a third step, and what follows.
  private func flushedSession(
    then change: @escaping (Screens, Recording) throws -> Void
  ) throws -> ScreenSession {
    try ScreenSession { app, recorder in
      app.dispatcher.dispatch(Bump())
      app.dispatcher.dispatch(Bump())
      try recorder.flush()
      try app.dispatcher.register(Screens.screen("detail", 5))
      try recorder.flush()
      app.dispatcher.dispatch(Bump())
      try recorder.flush()
      try change(app, recorder)
    }
  }

  @Test
  func
    `seeking to the step directly before a lost store list throws instead of giving an old state`()
    throws
  {
    let session = try flushedSession { app, _ in
      try app.dispatcher.register(Screens.screen("list", 7))
      app.dispatcher.dispatch(Bump())
    }
    let whole = try Replay(session.log, of: Screens.self)
    for step in session.steps { try session.expect(whole, at: step) }
    // Frames: header, steps 1 and 2, the arrival after step 2, step 3, step 4 with the next arrival.
    let replay = try Replay(try session.damaged(frame: 2), of: Screens.self)
    for step in [0, 1] as [Step] { try session.expect(replay, at: step) }
    for step in [2, 3, 4] as [Step] {
      let error = #expect(throws: ReadingError.self) { try replay.go(to: step) }
      #expect(error?.description.contains("covering the steps after 1") == true)
    }
    try session.expect(replay, at: 1)
  }

  @Test func `a determinism check does not compare an action that lost stores may have handled`()
    throws
  {
    let session = try ScreenSession { app, recorder in
      try app.dispatcher.register(Screens.screen("detail", 5))
      try recorder.flush()
      app.dispatcher.dispatch(Bump())
    }
    let check = DeterminismCheck(try session.damaged(frame: 1)) {
      try DispatcherPlayer(Screens.self)
    }
    let finding = try check.finding()
    #expect(finding.divergence == nil && finding.runs == [0...0])
    // A replay begins all the same.
    let replay = try Replay(session.damaged(frame: 1), of: Screens.self)
    #expect(replay.position == 0)
    #expect(throws: ReadingError.self) { try replay.go(to: 1) }
  }

  @Test func `replay continues after a damaged store arrival only at the states after a gap`()
    throws
  {
    let session = try flushedSession { app, recorder in
      try app.dispatcher.register(Screens.screen("list", 7))
      app.dispatcher.dispatch(Bump())
      recorder.pause()
      app.dispatcher.dispatch(Bump())
      recorder.resume()
      try app.dispatcher.register(Screens.screen("search", 9))
      app.dispatcher.dispatch(Bump())
    }
    let replay = try Replay(try session.damaged(frame: 2), of: Screens.self)
    for step in [0, 1, 5, 6] as [Step] { try session.expect(replay, at: step) }
    for step in [2, 3, 4] as [Step] {
      #expect(throws: ReadingError.self) { try replay.go(to: step) }
    }
    try session.expect(replay, at: 5)
  }

  @Test func `a player throws if one of the app's other stores has the name of a registered store`()
    throws
  {
    let app = try Screens(inputs: .seeded())
    #expect(throws: RegistrationError.duplicateName("total")) {
      try DispatcherPlayer(
        app.dispatcher, otherStores: [app.open, Screens.screen("total", 0)])
    }
  }
}

/// Segments of a recording, replayed each alone.
@Suite struct FlightReplayTests {
  /// Screens that come and go, in segments of one of the eight seconds that are kept; each action takes a second.
  private func session() throws -> ScreenSession {
    let clock = ManualClock()
    var options = RecordingOptions.exact
    (options.keeps, options.waits) = (.last(.seconds(8)), true)
    return try ScreenSession(options, clock: clock) { app, _ in
      for round in 0..<12 {
        let screen = Screens.names[round % 3]
        for action in [Bump(), Open(screen: screen, start: round), Bump(by: 2)] as [any Action] {
          app.dispatcher.dispatch(action)
          clock.advance(by: 1_000_000_000)
        }
        if round % 4 != 3 { app.dispatcher.dispatch(Close(screen: screen)) }
      }
    }
  }

  @Test func `every segment of a flight recording replays its live states`() throws {
    let session = try session()
    #expect(session.segments.count == 9)
    for log in session.segments {
      #expect(try log.verify().problems == [] && log.initialStep > .initial, "\(log.name)")
      let replay = try Replay(log, of: Screens.self)
      let steps = [log.initialStep] + (log.firstStep.number...log.lastStep.number).map { Step($0) }
      for step in steps + steps.reversed() {
        let states = try byName(replay.state(at: step))
        let live = try session.states(at: step).filter { log.stores.contains($0.key) }
        #expect(states == live, "step \(step) of \(log.name)")
      }
      #expect(
        try DeterminismCheck(log) { try DispatcherPlayer(Screens.self) }.run() == nil, "\(log.name)"
      )
    }
  }
}
