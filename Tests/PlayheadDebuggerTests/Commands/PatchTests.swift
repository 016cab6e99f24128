import Foundation
import PlayheadDebugger
import PlayheadValues
import TestSupport
import Testing

@Suite struct PatchTests {
  private func json(_ call: String, on desk: Desk) throws -> Value {
    let outcome = desk.playhead(call + " --json")
    #expect(outcome.code == .good, "\(call): \(outcome.error)")
    return try #require(Value(json: String(outcome.output.dropLast())))
  }

  @Test func `the patch of 'diff --json' between two random steps turns one state into the other`()
    throws
  {
    let (trace, texts) = try EditingSession.make(actions: 300)
    let desk = try Desk()
    try desk.write(trace, to: "t.json")
    #expect(desk.playhead("record text-editor --input t.json -o s.playhead").code == .good)
    var random = Lehmer(state: 7)
    for _ in 0..<20 {
      let (from, to) = (random.below(301), random.below(301))
      let state = try json("state s.playhead \(from)", on: desk)
      let patch = try json("diff s.playhead \(from)..\(to)", on: desk)
      #expect(try state.patched(by: patch) == json("state s.playhead \(to)", on: desk))
    }
    for (step, text) in texts.enumerated() where step % 10 == 0 || step == texts.count - 1 {
      let raw = desk.playhead("state s.playhead \(step) document.text --raw")
      #expect(Array(raw.output.unicodeScalars) == Array(text.unicodeScalars), "step \(step)")
    }
  }

  @Test func `'diff PATH --json' gives a patch that is relative to the path`() throws {
    let desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
    let before = try json("state r.playhead 1 tickets.holders", on: desk)
    let patch = try json("diff r.playhead 1..end tickets.holders", on: desk)
    #expect(try before.patched(by: patch) == json("state r.playhead end tickets.holders", on: desk))
    #expect(
      desk.playhead("diff r.playhead end..0 board.winner --json").output
        == #"[{"op":"remove","path":"","old":"Jean"}]"# + "\n")
    #expect(desk.playhead("diff r.playhead 1..1 --json").output == "[]\n")
  }
}
