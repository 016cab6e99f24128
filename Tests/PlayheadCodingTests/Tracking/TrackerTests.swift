import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `A tracker` {
  @Test(arguments: 0..<16 as Range<UInt64>)
  func `a tracker reports the changes of every step as a diff would`(seed: UInt64) throws {
    var source = Seeded(seed)
    var state = World.random(&source)
    let tracker = Tracker(state)
    let encoder = CanonicalEncoder()
    for step in 0..<40 {
      let old = state
      for _ in 0..<source.count(to: 3) { state.mutate(&source) }
      let expected = Diff(from: try encoder.tree(of: old), to: try encoder.tree(of: state))
        .withoutPositions
      try #require(try tracker.changes(to: state) == expected, "seed \(seed), step \(step)")
      let fresh = Tracker(old)
      try #require(try fresh.changes(to: state) == expected, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a tracker of several stores reports paths from the whole state`(seed: UInt64) throws {
    var source = Seeded(seed)
    var (one, other) = (Mixed.random(&source), [Point].random(&source))
    func tree() throws -> Value { try TrackedValue([("one", one), ("other", other)]).value() }
    let tracker = Tracker([("one", one), ("other", other)])
    for step in 0..<20 {
      let old = try tree()
      var found: [Change] = []
      func whole(_ change: TrackedChange) throws -> Change {
        let (old, new) = (try change.old?.value(), try change.new?.value())
        return Change(path: StatePath(change.path), old: old, new: new)
      }
      if source.chance(50) {
        one.mutate(&source)
        try tracker.advance(0, to: one) { found.append(try whole($0)) }
      } else {
        other.mutate(&source)
        try tracker.advance(1, to: other) { found.append(try whole($0)) }
      }
      let expected = Diff(from: old, to: try tree()).withoutPositions
      try #require(found == expected, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a tracker reports elements that a list lost at one end and gained at the other`(
    seed: UInt64
  ) throws {
    var source = Seeded(seed)
    // Few different elements, so that some lists can be read in two ways; none lies where its like does.
    let kinds = source.count(to: 3) + 1
    func element() -> String { "element of the list \(source.count(to: kinds))" }
    var list = (0..<source.count(to: 12) + 1).map { _ in element() }
    let tracker = Tracker(list)
    for step in 0..<30 {
      let old = try CanonicalEncoder().tree(of: list)
      if source.chance(50) {
        list.removeFirst()
        list.append(element())
      } else {
        list.removeLast()
        list.insert(element(), at: 0)
      }
      let new = try CanonicalEncoder().tree(of: list)
      let expected = Diff(from: old, to: new).withoutPositions
      try #require(try tracker.changes(to: list) == expected, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a tracker returns a value only if it fits the size limit`(seed: UInt64) throws {
    var source = Seeded(seed)
    let state = World.random(&source)
    let size = try CanonicalEncoder().bytes(of: state).count
    var change: TrackedChange?
    try Tracker(0).advance(to: state) { change = $0 }
    guard let old = change?.old, let new = change?.new else {
      Issue.record("no replacement")
      return
    }
    #expect(try old.value(upTo: 1) == nil)
    #expect(try old.value(upTo: 2) == 0)
    #expect(try new.value(upTo: size - 1) == nil)
    #expect(try new.value(upTo: size) == CanonicalEncoder().tree(of: state))
  }
}
