import Foundation
import PlayheadDebugger
import TestSupport
import Testing

@Suite struct PatchTests {
  @Test func `the patch of 'diff --json' between two random steps turns one state into the other`()
    throws
  {
    let (trace, texts) = try EditingSession.make(actions: 300)
    let desk = try Desk()
    try desk.write(trace, to: "t.json")
    #expect(desk.playhead("record text-editor --input t.json -o s.playhead").code == .good)
    var random = Lehmer(state: 7)
    var states: [Int: JSONDocument] = [:]
    func state(_ step: Int) throws -> JSONDocument {
      if let state = states[step] { return state }
      let state = try JSONDocument(parsing: desk.playhead("state s.playhead \(step) --json").output)
      states[step] = state
      return state
    }
    for _ in 0..<60 {
      let (from, to) = (random.below(301), random.below(301))
      let patch = desk.playhead("diff s.playhead \(from)..\(to) --json")
      #expect(patch.code == .good)
      #expect(try state(from).applying(patch: patch.output) == state(to), "\(from)..\(to)")
    }
    for (step, text) in texts.enumerated() where step % 5 == 0 || step == texts.count - 1 {
      let raw = desk.playhead("state s.playhead \(step) document.text --raw")
      #expect(Array(raw.output.unicodeScalars) == Array(text.unicodeScalars), "step \(step)")
    }
  }

  @Test func `'diff PATH --json' gives a patch that is relative to the path`() throws {
    let desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
    let before = try JSONDocument(
      parsing: desk.playhead("state r.playhead 1 tickets.holders --json").output)
    let patch = desk.playhead("diff r.playhead 1..end tickets.holders --json").output
    let after = try JSONDocument(
      parsing: desk.playhead("state r.playhead end tickets.holders --json").output)
    #expect(try before.applying(patch: patch) == after)
    #expect(
      desk.playhead("diff r.playhead 0..end board.winner --json").output
        == #"[{"op":"add","path":"","value":"Jean"}]"# + "\n")
    #expect(
      desk.playhead("diff r.playhead end..0 board.winner --json").output
        == #"[{"op":"remove","path":"","old":"Jean"}]"# + "\n")
    #expect(desk.playhead("diff r.playhead 1..1 --json").output == "[]\n")
  }
}
