import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import TestSupport
import Testing

/// The states of many steps at once, which pages and exports are made of.
@Suite struct ChangesRequestTests {
  private func parts(_ request: ChangesRequest) throws -> [ChangesRequest.Part] {
    let desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
    let inspector = try Inspector(
      LogReader(path: desk.path("r.playhead")), of: Raffle.self, decoding: .usual)
    var parts: [ChangesRequest.Part] = []
    _ = try inspector.ask(request) { parts.append($0) }
    return parts
  }

  /// The steps whose states are given whole, and those states.
  private func whole(_ parts: [ChangesRequest.Part]) -> [Step: String] {
    var states: [Step: String] = [:]
    for case .state(let step, let json) in parts { states[step] = json }
    return states
  }

  @Test
  func `ChangesRequest gives every state whole, only the first ones, or some, as its options say`()
    throws
  {
    let steps = Step.initial...Step(7)
    let all = whole(try parts(ChangesRequest(in: steps, as: .states)))
    // There are no states within the gap, after which another run begins.
    #expect(all.keys.sorted() == [0, 1, 2, 3, 5, 6, 7].map { Step($0) })
    let few = whole(try parts(ChangesRequest(in: steps)))
    #expect(few.keys.sorted() == [Step(0), Step(5)])
    let again = try parts(ChangesRequest(in: steps, wholeAfter: 100))
    let more = whole(again)
    #expect(more.count > few.count && more.count < all.count)
    #expect(more.allSatisfy { all[$0.key] == $0.value })
    // What changed is given at each step, whole or not.
    #expect(again.count - more.count == all.count - few.count)
  }

  @Test
  func
    `after a known crash, ChangesRequest continues with the state that the log has after its gap`()
    throws
  {
    let desk = try Desk()
    try Raffle.record(to: desk.path("r.playhead"))
    let inspector = try Inspector(
      LogReader(path: desk.path("r.playhead")), of: Raffle.self, decoding: .usual)
    let trap = KnownCrash(step: 2, reason: "there is none")
    inspector.knownCrashes = [trap]
    var (states, traps): ([Step], [KnownCrash]) = ([], [])
    _ = try inspector.ask(ChangesRequest(in: 0...7, as: .states)) { part in
      switch part {
      case .state(let step, _): states.append(step)
      case .trap(let known, _): traps.append(known)
      case .changes, .view, .unshown: break
      }
    }
    // The recorder wrote a state behind the gap.
    #expect(states == [0, 1, 5, 6, 7] && traps == [trap])
  }

  @Test
  func
    `ChangesRequest reports the progress of replaying to its first step apart from comparing states`()
    throws
  {
    let desk = try Desk(apps: [Counted.self])
    try desk.record(chunks: 3, to: "c.playhead")
    let inspector = try Inspector(LogReader(path: desk.path("c.playhead")), of: Counted.self)
    var told: [InspectorProgress] = []
    inspector.onEvent = { if case .progress(let progress) = $0 { told.append(progress) } }
    _ = try inspector.ask(ChangesRequest(in: 20...30))
    #expect(
      told == (1...20).map { InspectorProgress(work: .replaying, done: $0, total: 20) }
        + (1...10).map { InspectorProgress(work: .comparing, done: $0, total: 10) })
  }
}
