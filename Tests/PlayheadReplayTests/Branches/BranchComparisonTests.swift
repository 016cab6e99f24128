import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

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
