import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadRecorder
import TestSupport
import Testing

/// `diff A.playhead B.playhead`: where two sessions part.
@Suite struct SessionDiffTests {
  /// The type and the payload of each action.
  private func actions(_ log: String, _ desk: Desk) throws -> [String] {
    desk.playhead("log \(log) --json").output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /"type":.*?,"cause"/).map { String($0.output) }
    }
  }

  /// A branch of the letter that one command at a step makes.
  @Test(arguments: [
    (1, "skip"), (42, "move 50"), (42, "edit at 0"), (120, "insert Undo"), (155, "skip"),
  ])
  func `'diff A B' finds the first step with a different action`(
    step: Int, edit: String
  ) throws {
    let desk = try Desk.forREPL()
    let made = desk.playhead(
      "debug letter.playhead \(step) --json",
      on: MemoryTerminal(input: "\(edit)\nsave \(desk.path("other.playhead"))\n"))
    #expect(made.code == .good, "\(made)")
    let (one, other) = (try actions("letter.playhead", desk), try actions("other.playhead", desk))
    let same = zip(one, other).prefix { $0 == $1 }.count
    let diff = desk.playhead("diff letter.playhead other.playhead --json")
    #expect(diff.code == .badAnswer)
    #expect(
      diff.output.contains(#""lastSame":\#(same),"differs":"actions","step":\#(same + 1),"#),
      "\(diff.output)")
    let back = desk.playhead("diff other.playhead letter.playhead")
    #expect(back.code == .badAnswer && back.output.contains("the same up to step \(same); "))
    let missing = same == min(one.count, other.count)
    #expect(
      back.output.contains(missing ? "only one has step" : "the actions of step \(same + 1) differ")
    )
  }

  @Test func `'diff A B' finds the step where equal actions lead to different states`() throws {
    let desk = try Desk(apps: [Raffle.self])
    for seed in 1...2 {
      let raffle = try Raffle(inputs: .seeded(UInt64(seed)))
      let recording = try raffle.dispatcher.record(
        to: desk.path("\(seed).playhead"), app: Raffle.appName)
      for number in 1...50 { raffle.dispatcher.dispatch(Raffle.Sell(to: "Person \(number)")) }
      raffle.dispatcher.dispatch(Raffle.Draw())
      try recording.close()
    }
    let diff = desk.playhead("diff 1.playhead 2.playhead")
    #expect(diff.code == .badAnswer)
    #expect(
      diff.output.contains(
        "the same up to step 50; the states differ at step 51"))
    #expect(diff.output.contains("winner"))
    let same = desk.playhead("diff 1.playhead 1.playhead")
    #expect(same.code == .good)
    #expect(same.output.hasSuffix("the same up to step 51, the end of both\n"))
  }
}
