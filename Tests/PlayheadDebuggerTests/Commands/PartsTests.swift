import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadRecorder
import PlayheadReplay
import Testing
import TestSupport

/// What the commands say of logs that are joined, that lack steps, and that begin later.
@Suite struct PartsTests {
  @Test
  func `'recover' of a file with two logs keeps the first one and says that it left out the other`()
    throws
  {
    let desk = try Desk()
    try desk.record(chunks: 2, to: "a.playhead")
    try desk.record(chunks: 2, of: 8, to: "b.playhead")
    try desk.write(desk.bytes("a.playhead") + desk.bytes("b.playhead"), to: "s.playhead")
    let outcome = desk.playhead("recover s.playhead -o saved.playhead")
    #expect(outcome.output.hasPrefix("saved.playhead: kept 20 actions, "))
    #expect(outcome.output.contains("\n  another log begins at byte "))
    #expect(outcome.output.hasSuffix(" and is left out\n") && outcome.code == .badAnswer)
  }

  @Test
  func `'pack' and 'cut' refuse a log with missing steps, and 'log', 'info' and 'show' warn`()
    throws
  {
    let desk = try lackingSteps()
    #expect(desk.playhead("recover s.playhead -o saved.playhead").code == .badAnswer)
    for call in ["pack LOG -o new.playhead", "cut LOG 1..5 -o new.playhead"] {
      let refused = desk.playhead(call.replacing("LOG", with: "s.playhead"))
      #expect(
        refused.error.hasPrefix(
          "playhead: 's.playhead' lacks steps 11–20, and no gap says why; 'playhead recover "))
      #expect(refused.code == .badAnswer && refused.output.isEmpty)
      #expect(throws: (any Error).self) { try desk.bytes("new.playhead") }
      #expect(desk.playhead(call.replacing("LOG", with: "saved.playhead")).code == .good)
      try FileManager.default.removeItem(atPath: desk.path("new.playhead"))
    }
    for call in ["log s.playhead", "info s.playhead", "show s.playhead 25"] {
      let outcome = desk.playhead(call)
      let loss = "'s.playhead' lacks a part of the recording; lost: steps 11–20\n"
      #expect(outcome.error == "warning: \(loss)" && outcome.code == .badAnswer, "\(outcome)")
    }
  }

  /// A log of steps 1 to 10 and 21 to 30.
  private func lackingSteps() throws -> Desk {
    let desk = try Desk(apps: [Counted.self])
    try desk.record(chunks: 1, to: "a.playhead")
    try desk.record(chunks: 1, after: 20, to: "b.playhead")
    let (first, second) = (try desk.bytes("a.playhead"), try desk.bytes("b.playhead"))
    let (header, end) = (try ends(of: first), try ends(of: second))
    try desk.write(first[..<header[1]] + second[end[0]..<end[2]], to: "s.playhead")
    return desk
  }

  /// Where the frames of a log end: its header, its chunk, its end, and its index.
  private func ends(of log: [UInt8]) throws -> [Int] {
    var ends: [Int] = []
    while let start = ends.last ?? 0 as Int?, start < log.count {
      ends.append(start + (try log[start...].withUnsafeBytes { try LZ4Frame.length($0) }))
    }
    return ends
  }

  @Test func `'info' and 'show' say at which step a log starts if it does not start at step 0`()
    throws
  {
    let desk = try Desk()
    try desk.record(chunks: 2, after: 70, to: "s.playhead")
    #expect(desk.playhead("info s.playhead").output.contains("with the state at step 70\n"))
    #expect(
      desk.playhead("show s.playhead 3").error
        == "playhead: step 3 is not in this log, which has steps 70 to 90\n")
    #expect(
      desk.playhead("show s.playhead 70").error.contains("the log begins with the state at step 70")
    )
    #expect(desk.playhead("show s.playhead 50%").output.hasPrefix("step 80"))
    #expect(desk.playhead("verify s.playhead").code == .good)
  }
}

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
