import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import Testing

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
