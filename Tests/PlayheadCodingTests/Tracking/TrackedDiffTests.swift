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

  /// Can be encoded only if its number is negative.
  private struct Note: Encodable {
    struct Refusal: Error {}
    var number: Int

    func encode(to encoder: any Encoder) throws {
      guard number < 0 else { throw Refusal() }
      var place = encoder.singleValueContainer()
      try place.encode(number)
    }
  }

  private struct Board: Encodable {
    var notes = (0..<100).map { Note(number: $0) }
    var byName = ["a": Note(number: 1), "b": Note(number: 2)]
    var pinned = Note(number: 3)
  }

  @Test func `diffs of unencoded values do not encode elements that share memory`() throws {
    var old = Board()
    old.notes[50].number = -1
    old.byName["a"]?.number = -2
    var new = old
    new.notes[50].number = -3
    new.byName["a"]?.number = -4
    let diff = try TrackedComparison().diff(from: TrackedValue(old), to: TrackedValue(new))
    #expect(diff.changes.map(\.path.description) == ["notes[50]", #"byName["a"]"#])
  }

  /// A text of which every copy has other bits.
  private struct Text: Encodable, CheaplyCompared {
    var text: String
    var revision: Int
    var isRefusing = false

    func encode(to encoder: any Encoder) throws {
      if isRefusing { throw Note.Refusal() }
      var place = encoder.singleValueContainer()
      try place.encode(text)
    }

    func encodesLike(_ other: Text) -> Bool { text == other.text }
  }

  private struct Page: Encodable {
    var text: Text?
    var number = 1
  }

  @Test func `a type's own comparison avoids encoding equal values and gives the same diff`() throws
  {
    let pages = (1...2).map {
      Page(text: Text(text: "a", revision: $0, isRefusing: true), number: $0)
    }
    let diff = try TrackedComparison().diff(
      from: TrackedValue(pages[0]), to: TrackedValue(pages[1]))
    #expect(diff.changes.map(\.path.description) == ["number"])
    let texts = [nil] + ["a", "a", "b"].enumerated().map { Text(text: $1, revision: $0) }
    for old in texts {
      for new in texts { try expectSameDiff(Page(text: old), Page(text: new), 0) }
    }
  }

  private func expectSameDiff<Old: Encodable, New: Encodable>(
    _ old: Old, _ new: New, _ seed: UInt64
  ) throws {
    let encoder = CanonicalEncoder()
    let expected = Diff(from: try encoder.tree(of: old), to: try encoder.tree(of: new))
    let diff = try TrackedComparison().diff(from: TrackedValue(old), to: TrackedValue(new))
    try #require(diff.changes == expected.changes, "seed \(seed)")
    try #require(diff.text(named: "State") == expected.text(named: "State"), "seed \(seed)")
    try #require(diff.jsonPatch == expected.jsonPatch, "seed \(seed)")
  }
}
