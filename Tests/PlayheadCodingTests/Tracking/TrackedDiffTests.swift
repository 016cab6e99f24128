import FluxTesting
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `Diffs of values that are not encoded` {
  @Test(arguments: 0..<(Soak.isOn ? 24 : 8) as Range<UInt64>)
  func `diffs of unencoded values equal the diffs of encoded values`(seed: UInt64) throws {
    var source = Seeded(seed)
    var state = World.random(&source)
    for _ in 0..<20 {
      let old = state
      for _ in 0...source.count(to: 2) { state.mutate(&source) }
      try expectSameDiff(old, state, seed)
    }
  }

  @Test(arguments: 0..<(Soak.isOn ? 24 : 8) as Range<UInt64>)
  func `diffs of unencoded values with nothing in common equal those of encoded values`(
    seed: UInt64
  ) throws {
    var source = Seeded(seed)
    try expectSameDiff(Mixed.random(&source), Mixed.random(&source), seed)
    try expectSameDiff(Expression.random(&source), Expression.random(&source), seed)
    try expectSameDiff(Loose.random(&source), Loose.random(&source), seed)
    try expectSameDiff([Int?].random(&source), [Int?].random(&source), seed)
    try expectSameDiff(Forwarded.random(&source), Forwarded.random(&source), seed)
    try expectSameDiff(Int.random(&source), Int.random(&source), seed)
    try expectSameDiff([String: Int].random(&source), [Point: Int].random(&source), seed)
  }

  @Test func `diffs of unencoded values distinguish fields by the UTF-8 of their names`() throws {
    try expectSameDiff(NamedField(name: "\u{e9}"), NamedField(name: "e\u{301}"), 0)
  }

  private func expectSameDiff<Old: Encodable, New: Encodable>(
    _ old: Old, _ new: New, _ seed: UInt64
  ) throws {
    let encoder = CanonicalEncoder()
    let expected = Diff(from: try encoder.tree(of: old), to: try encoder.tree(of: new))
    let diff = try Diff(from: TrackedValue(old), to: TrackedValue(new))
    try #require(diff.changes == expected.changes, "seed \(seed)")
    try #require(diff.text(named: "State") == expected.text(named: "State"), "seed \(seed)")
    try #require(diff.jsonPatch == expected.jsonPatch, "seed \(seed)")
  }
}
