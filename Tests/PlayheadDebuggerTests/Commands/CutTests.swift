import PlayheadDebugger
import TestSupport
import Testing

/// What `cut` takes for the steps that it is given. The raffle's steps 4 and 5 are in a gap.
@Suite struct CutTests {
  private func desk() throws -> Desk {
    let desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
    desk.apps.append(Library.self)
    try Library.Before.record(to: desk.path("fines.playhead"), fines: true)
    return desk
  }

  @Test(arguments: [
    ("2..4", "cut 2 actions, steps 2–3,"), ("3..5", "cut 1 action, step 3,"),
    ("4..6", "cut 1 action, step 6,"), ("5..", "cut 2 actions, steps 6–7,"),
    ("2..6", "cut 3 actions, steps 2–6,"),
  ]) func `'cut' of a range that overlaps a gap keeps the recorded actions`(
    range: String, sentence: String
  ) throws {
    let desk = try desk()
    let outcome = desk.playhead("cut r.playhead \(range) -o c.playhead")
    #expect(outcome.output.hasPrefix(sentence) && outcome.code == .good, "\(outcome)")
    for call in ["verify c.playhead", "check c.playhead"] {
      #expect(desk.playhead(call).code == .good, "\(desk.playhead(call))")
    }
  }

  @Test(arguments: [("4..5", "steps 4–5"), ("4..4", "step 4"), ("5", "step 5")])
  func `'cut' of a range inside a gap is refused`(range: String, words: String) throws {
    let desk = try desk()
    let outcome = desk.playhead("cut r.playhead \(range) -o c.playhead")
    #expect(
      outcome.error
        == "playhead: 'r.playhead' has no action in \(words): steps 4–5 are missing because the "
        + "recording was paused; name a range with an action\n")
    #expect(outcome.code == .badAnswer)
    #expect(throws: (any Error).self) { try desk.bytes("c.playhead") }
  }

  @Test func `'cut' of step 0 alone is refused`() throws {
    let outcome = try desk().playhead("cut r.playhead 0..0 -o c.playhead")
    #expect(
      outcome.error
        == "playhead: step 0 is the initial state and has no action\n")
    #expect(outcome.code == .badAnswer)
  }

  @Test func `'cut --salvage' skips actions before the range that do not fit the app`() throws {
    let desk = try desk()
    let call = "cut fines.playhead 5..6 -o c.playhead"
    #expect(desk.playhead(call).error.contains("'--salvage' skips it"))
    let salvaged = desk.playhead("\(call) --salvage")
    #expect(salvaged.output.hasPrefix("cut 2 actions, steps 5–6,"))
    #expect(salvaged.error.hasPrefix("warning: states are approximate: "))
    #expect(salvaged.code == .badAnswer)
  }

  @Test func `'cut --strict' refuses a log that does not fit the app exactly`() throws {
    let desk = try desk()
    let outcome = desk.playhead("cut fines.playhead 3..3 -o c.playhead --strict")
    #expect(outcome.error.contains("as strict reading requires") && outcome.code == .badAnswer)
    #expect(throws: (any Error).self) { try desk.bytes("c.playhead") }
  }
}
