import PlayheadLog
import PlayheadReading
import PlayheadReplay
import Testing

@Suite struct UnshownStatesTests {
  @Test(.timeLimit(.minutes(1)))
  func `40,000 states that cannot be shown are listed as ranges of steps within a minute`() {
    var states: [UnshownState] = []
    func include(_ store: String, _ step: UInt64) {
      states.include(
        UnshownState(store: store, steps: Step(step)...Step(step), reason: "a reason"))
    }
    for step in 0..<60_000 as Range<UInt64> where step % 3 != 2 {
      include("a", step)
      if step % 3 == 0 { include("b", step) }
    }
    // What is there is not added again.
    for step in [59_998, 3, 0] as [UInt64] { include("a", step) }
    #expect(states.count { $0.store == "a" } == 20_000)
    #expect(states.count { $0.store == "b" } == 20_000)
    #expect(states.allSatisfy { $0.steps.count == ($0.store == "a" ? 2 : 1) })
    #expect(states.map(\.steps.lowerBound) == states.map(\.steps.lowerBound).sorted())
  }
}
