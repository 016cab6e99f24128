import PlayheadDebugger
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import TestSupport
import Testing
import PlayheadReplay

/// Steps that were left out behind the last action.
@Suite struct LastGapTests {
  /// Steps 1 and 2 are recorded, 3 and 4 are not.
  private func desk() throws -> Desk {
    let desk = try Desk()
    let raffle = try Raffle(inputs: .seeded())
    let recorder = try raffle.dispatcher.record(
      to: desk.path("r.playhead"), app: Raffle.appName, clock: ManualClock())
    for number in 1...4 {
      if number == 3 { recorder.pause() }
      raffle.dispatcher.dispatch(Raffle.Sell(to: "\(number)"))
    }
    try recorder.close()
    return desk
  }

  private static let gap = "! steps 3–4 are missing because the recording was paused"

  @Test func `'log' lists a gap at the end of the log`() throws {
    let desk = try desk()
    for range in ["", "2..end", "3..", "4..4"] {
      let outcome = desk.playhead("log r.playhead \(range)")
      #expect(outcome.output.split(separator: "\n").last?.hasSuffix(Self.gap) == true)
      #expect(outcome.error == "" && outcome.code == .good)
    }
    let json = desk.playhead("log r.playhead 2.. --json").output
    #expect(json.hasSuffix(#"{"gap":"paused","first":3,"last":4,"detail":""}"# + "\n"))
  }

  @Test func `the steps of a gap at the end are steps of the log, and 'end' is the last action`()
    throws
  {
    let desk = try desk()
    #expect(
      desk.playhead("show r.playhead 3").error
        == "playhead: step 3 of 'r.playhead' was not recorded: steps 3–4 are missing because the "
        + "recording was paused; name a step before 3\n")
    #expect(desk.playhead("show r.playhead 5").error.contains("which has steps 0 to 4"))
    #expect(
      desk.playhead("cut r.playhead 3.. -o c.playhead").error.contains("steps 3–4 are missing"))
    #expect(desk.playhead("show r.playhead end").output.hasPrefix("step 2 of "))
    #expect(desk.playhead("state r.playhead end tickets.holders[1]").output == "\"2\"\n")
  }

  @Test func `'diff' compares the state that the log has after a gap at its end`() throws {
    let desk = try Desk(apps: [Safe.self])
    let safe = try Safe(inputs: .seeded())
    let recorder = try safe.dispatcher.record(
      to: desk.path("s.playhead"), app: Safe.appName, clock: ManualClock())
    safe.dispatcher.dispatch(Safe.Unlock())
    recorder.pause()
    safe.dispatcher.dispatch(Safe.Lock())
    recorder.resume()
    try recorder.close()
    let outcome = desk.playhead("diff s.playhead 1..2 door.isOpen")
    #expect(outcome.output.hasPrefix("− step 1  +"))
    #expect(
      outcome.output.hasSuffix(
        """
        + step 2  the state after a gap: step 2 is missing because the recording was paused
        − true
        + false

        """))
    #expect(outcome.error == "" && outcome.code == .good)
  }
}
