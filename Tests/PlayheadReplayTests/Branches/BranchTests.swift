import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct BranchTests {
  /// Steps 1–5: what is put, taken and drawn; step 3 is the effect of step 2.
  private func session() throws -> BranchedSession {
    try BranchedSession { dispatcher in
      dispatcher.dispatch(Put(sku: "a", count: 1))
      dispatcher.dispatch(Put(sku: "b", count: 9))
      dispatcher.dispatch(Draw3())
      dispatcher.dispatch(Put(sku: "c", count: 3))
    }
  }

  @Test func `an action at which a store crashes is not tried again before the next edit`() throws {
    var branch = try session().branch()
    try branch.skip(1)
    let states = try branch.states()
    branch.knownCrashes = [KnownCrash(step: 3, reason: "a reason")]
    #expect(try branch.state(at: 2) == states[2])
    for step in [3, 4] as [Step] {
      #expect { try branch.state(at: step) } throws: { error in
        guard case .traps(let trap, let type)? = error as? ReplayError else { return false }
        return trap.step == 3 && type?.name == "PlayheadReplayTests.Draw3"
      }
    }
    #expect(throws: ReplayError.self) { try branch.comparison() }
    let saved = try branch.saved()
    #expect(
      try saved.lastStep == 3 && !saved.entry(at: 3).isHandled && saved.entry(at: 2).isHandled)
    #expect(try branch.state(at: 1) == states[1])
    try branch.insert("Put", payload: .fields(("sku", "d"), ("count", 1)), after: 5)
    #expect(try branch.state(at: 4) == states[4])
  }

  @Test
  func `skipping an action with its effects does not name an effect that was already skipped`()
    throws
  {
    var branch = try session().branch()
    try branch.skip(3)
    try branch.skip(2, withEffects: true)
    #expect("\(branch.changes[1])" == "skipped step 2, PlayheadReplayTests.Put")
  }
}

@Suite struct BranchComparisonTests {
  @Test func `a branch's first difference is where states begin to differ, not where the edit is`()
    throws
  {
    let session = try BranchedSession { dispatcher in
      for _ in 0..<700 { dispatcher.dispatch(Tick()) }
      dispatcher.dispatch(Put(sku: "a", count: 2))
      dispatcher.dispatch(Put(sku: "b", count: 3))
    }
    var branch = try session.branch()
    try branch.skip(10)
    #expect(try branch.comparison().first == nil, "no store takes a tick")
    try branch.edit(702, set: StatePath("count"), to: .int(5))
    let comparison = try branch.comparison()
    let first = try #require(comparison.first)
    #expect(first.step == 701 && first.recorded == 702)
    let paths = first.diff.changes.map { "\($0.path) \($0.old?.json ?? "") \($0.new?.json ?? "")" }
    #expect(paths == [#"cart.items["b"] 3 5"#, "total 5 7"])
    #expect(comparison.end?.diff == first.diff)
  }

  @Test func `a branch difference that goes away later is not reported at the end`() throws {
    let session = try BranchedSession { dispatcher in
      dispatcher.dispatch(Put(sku: "a", count: 2))
      dispatcher.dispatch(Put(sku: "b", count: 2))
    }
    var branch = try session.branch()
    try branch.move(1, after: 2)
    let comparison = try branch.comparison()
    #expect(comparison.first?.step == 1 && comparison.first?.recorded == 2)
    #expect(comparison.end?.diff.changes.map { "\($0.path)" } == ["cart.last"], "what was put last")
    try branch.insert("Put", payload: .fields(("sku", .string("b")), ("count", .int(0))), after: 1)
    #expect(try branch.comparison().end == nil)
  }
}
