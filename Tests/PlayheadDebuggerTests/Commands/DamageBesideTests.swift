import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadRecorder
import TestSupport
import Testing

/// Damage to what stands beside the actions of a log.
@Suite struct DamageBesideTests {
  /// A session of eight actions: a frame with the header and the first states, one with the actions, one with the end.
  private func desk() throws -> Desk {
    let desk = try Desk(apps: [Safe.self])
    try desk.write(String(repeating: "lock\nunlock\n", count: 4).utf8, to: "s.txt")
    _ = desk.playhead("record safe -i s.txt -o s.playhead")
    return desk
  }

  private func damage(_ frame: Int, in desk: Desk) throws {
    var bytes = try desk.bytes("s.playhead")
    bytes[Desk.frames(bytes)[frame] + 25] ^= 0xFF
    try desk.write(bytes, to: "s.playhead")
  }

  @Test
  func
    `if a log's first frame is damaged, times start at the first action, and states are unknown`()
    throws
  {
    let desk = try desk()
    try damage(0, in: desk)
    _ = desk.playhead("recover s.playhead -o saved.playhead")
    for log in ["s.playhead", "saved.playhead"] {
      let lines = desk.playhead("log \(log)").output.split(separator: "\n")
      #expect(lines[0].hasPrefix("1  +0.000s") && lines.allSatisfy { !$0.contains(" -") })
      #expect(desk.playhead("log \(log) ..+0s").output.hasPrefix("1  +0.000s"))
      #expect(desk.playhead("info \(log)").output.hasPrefix("app          unknown"))
      for call in ["state \(log) 2", "diff \(log) 0..end"] {
        let outcome = desk.playhead(call)
        #expect(outcome.code != .good && outcome.output.isEmpty)
        #expect(outcome.error.contains("is unknown, because the first frame is lost"))
      }
    }
  }

  @Test func `'info' warns exactly once about a damaged frame, whichever frame of the log it is`()
    throws
  {
    for frame in 0..<3 {
      let desk = try desk()
      try damage(frame, in: desk)
      let outcome = desk.playhead("info s.playhead")
      #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
      #expect(outcome.error.hasPrefix("warning: ") && outcome.code == .badAnswer)
    }
  }

  @Test func `'verify' finds no readable action in a log whose actions are all damaged`() throws {
    let desk = try desk()
    try damage(1, in: desk)
    let outcome = desk.playhead("verify s.playhead")
    #expect(
      outcome.output.hasPrefix("s.playhead: 1 problem; readable: 0 actions in 0 chunks"),
      "\(outcome)")
    #expect(outcome.output.hasSuffix(" keeps what can be read\n") && outcome.code == .badAnswer)
  }

  @Test func `'compat' fails for a log with a damaged chunk`() throws {
    let desk = try desk()
    try damage(1, in: desk)
    #expect(desk.playhead("compat s.playhead").code == .badAnswer)
  }

  @Test func `'check' reports damaged digests and still checks all actions`() throws {
    let desk = try desk()
    try damage(2, in: desk)
    let outcome = desk.playhead("check s.playhead")
    #expect(outcome.output.contains("deterministic, 8 actions") && outcome.code == .badAnswer)
    #expect(outcome.error.hasSuffix("; no action is lost\n"))
  }

  @Test
  func
    `'info' of a damaged log with an undamaged tail file still shows after which step the app stopped`()
    throws
  {
    let desk = try Desk()
    let raffle = try Raffle(inputs: .seeded())
    let recorder = try raffle.dispatcher.record(to: desk.path("r.playhead"), app: Raffle.appName)
    raffle.dispatcher.dispatch(Raffle.Sell(to: "Ada"))
    try recorder.flush()
    raffle.dispatcher.dispatch(Raffle.Sell(to: "Grace"))
    var bytes = try desk.bytes("r.playhead")
    bytes[Desk.frames(bytes)[1] + 20] ^= 1
    try desk.write(bytes, to: "c.playhead")
    try FileManager.default.copyItem(
      atPath: desk.path("r.playhead.tail"), toPath: desk.path("c.playhead.tail"))
    let outcome = desk.playhead("info c.playhead")
    #expect(outcome.output.contains("closed       no: the app stopped after step 2\n"))
    #expect(outcome.error.contains("; lost: step 1\n") && outcome.code == .badAnswer)
    try recorder.close()
  }
}
