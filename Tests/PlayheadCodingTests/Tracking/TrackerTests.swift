import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `A tracker` {
  @Test(arguments: 0..<16 as Range<UInt64>)
  func `a tracker tells the changes of every step, for as long as it lives`(seed: UInt64) throws {
    var source = Seeded(seed)
    var state = World.random(&source)
    let tracker = Tracker(state)
    let encoder = CanonicalEncoder()
    for step in 0..<40 {
      let old = state
      for _ in 0..<source.count(to: 3) { state.mutate(&source) }
      let expected = Diff(from: try encoder.tree(of: old), to: try encoder.tree(of: state)).changes
      try #require(try changes(tracker, to: state) == expected, "seed \(seed), step \(step)")
      let fresh = Tracker(old)
      try #require(try changes(fresh, to: state) == expected, "seed \(seed), step \(step)")
    }
    #expect(try tracker.value() == encoder.tree(of: state))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `of several stores tells the paths from the whole`(seed: UInt64) throws {
    var source = Seeded(seed)
    var (one, other) = (Mixed.random(&source), [Point].random(&source))
    let tracker = Tracker(TrackedValue([("one", one), ("other", other)]))
    for step in 0..<20 {
      let old = try tracker.value()
      var found: [Change] = []
      if source.chance(50) {
        one.mutate(&source)
        try tracker.advance(0, to: one) { found.append(try $0.change()) }
      } else {
        other.mutate(&source)
        try tracker.advance(1, to: other) { found.append(try $0.change()) }
      }
      let expected = Diff(from: old, to: try tracker.value()).changes
      try #require(found == expected, "seed \(seed), step \(step)")
    }
    #expect(try tracker.value()["one"] == CanonicalEncoder().tree(of: one))
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a tracker tells what a list lost at one end and gained at the other`(seed: UInt64) throws {
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
      let expected = Diff(from: old, to: try CanonicalEncoder().tree(of: list)).changes
      try #require(try changes(tracker, to: list) == expected, "seed \(seed), step \(step)")
    }
  }

  @Test func `a tracker has one node for a path, whatever comes and goes there`() throws {
    let tracker = Tracker(["a": [1, 2, 3]])
    var nodes: [TrackedPlace] = []
    for state in [["a": [1, 2, 4]], ["a": [1]], ["a": [1, 2, 5]], ["a": [1, 2, 6]]] {
      try tracker.advance(to: state) {
        if case .replaced(let node, _, _) = $0 { nodes.append(node) }
      }
    }
    #expect(nodes.count == 2)
    #expect(nodes.first === nodes.last)
    #expect(nodes.first?.path.description == #"["a"][2]"#)
    let parent = try #require(nodes.first?.parent)
    #expect(parent === tracker.root.child(.key("a")))
    #expect(parent.child(.index(2)) === nodes.first)
    #expect(parent.parent === tracker.root && tracker.root.parent == nil)
    #expect(parent.tag == -1)
  }

  @Test func `a tracker has two nodes for two fields whose names differ in their UTF-8`() {
    let root = Tracker(0).root
    #expect(root.child(.field("\u{e9}")) === root.child(.field("\u{e9}")))
    #expect(root.child(.field("\u{e9}")) !== root.child(.field("e\u{301}")))
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `a tracker gives a value only if it fits`(seed: UInt64) throws {
    var source = Seeded(seed)
    let state = World.random(&source)
    let size = try CanonicalEncoder().bytes(of: state).count
    var change: TrackedChange?
    try Tracker(0).advance(to: state) { change = $0 }
    guard case .replaced(_, let old, let new)? = change else {
      Issue.record("no replacement")
      return
    }
    #expect(try old.value(upTo: 1) == nil)
    #expect(try old.value(upTo: 2) == 0)
    #expect(try new.value(upTo: size - 1) == nil)
    #expect(try new.value(upTo: size) == CanonicalEncoder().tree(of: state))
  }
}

private func changes(_ tracker: Tracker, to state: some Encodable) throws -> [Change] {
  var changes: [Change] = []
  try tracker.advance(to: state) { changes.append(try $0.change()) }
  return changes
}
