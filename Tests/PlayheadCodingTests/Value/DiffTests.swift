import FluxTesting
import PlayheadFlux
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct DiffTests {
  @Test func `applying a diff to the first value gives the second`() throws {
    for seed in 0..<(Soak.isOn ? 4_000 : 800) {
      var generator = ValueGenerator(seed: UInt64(seed))
      let (old, new) = generator.pair()
      let diff = Diff(from: old, to: new)
      #expect(try diff.applied(to: old) == new, "seed \(seed)")
      #expect(diff.isEmpty == (old == new))
    }
  }

  @Test func `a diff shows list elements removed and inserted far apart as one change each`() {
    let old = Value.list((0..<1_000).map { .int($0) })
    let new = Value.list([-1] + (0..<1_000).filter { $0 != 500 }.map { .int($0) } + [-2])
    #expect(
      changes(old, new) == ["[500]: 500 → gone", "[0]: new → -1", "[1000]: new → -2"])
  }

  @Test func `a removed element and a changed element beside it are separate changes`() {
    let old: Value = [item("A", 1), item("B", 1), item("C", 1)]
    #expect(
      changes(old, [item("B", 2), item("C", 1)])
        == [#"[0]: (sku: "A", quantity: 1) → gone"#, "[0].quantity: 1 → 2"])
  }

  @Test func `a diff replaces records with reordered fields and changed enum cases as a whole`() {
    #expect(changes(["a": 1, "b": 2], ["b": 2, "a": 1]) == [": (a: 1, b: 2) → (b: 2, a: 1)"])
    let idle: Value = ["idle": [:]]
    #expect(changes(["s": idle], ["s": ["done": ["at": 1]]]) == ["s: .idle → (done: (at: 1))"])
  }

  @Test func `a diff of lists that differ too much compares them by position`() throws {
    var random = Seeded(seed: 7)
    let old = (0..<1_000).map { Value.int($0) }
    let new = Value.list(old.shuffled(using: &random))
    let diff = Diff(from: .list(old), to: new)
    #expect(diff.changes.allSatisfy { $0.old != nil && $0.new != nil })
    #expect(try diff.applied(to: .list(old)) == new)
  }

  @Test func `a diff compares values nested 512 levels deep`() throws {
    let (old, new) = (nested(512, around: 1), nested(512, around: 2))
    let diff = Diff(from: old, to: new)
    #expect(diff.changes.map(\.path.components.count) == [512])
    #expect(try diff.applied(to: old) == new)
    #expect(diff.jsonPatch.operations.count == 1)
    #expect(!diff.text().isEmpty)
  }

  @Test func `a decoded diff has the same changes, text and patch`() throws {
    for seed in 0..<(Soak.isOn ? 4_000 : 400) {
      var generator = ValueGenerator(seed: UInt64(seed))
      let (old, new) = generator.pair()
      let whole = Diff(from: ["value": old], to: ["value": new])
      for diff in [whole, whole.abridged(over: 3)] {
        let bytes = try CompactEncoder().encode(diff)
        let copy = try CompactDecoder().decode(Diff.self, from: bytes)
        #expect(copy == diff, "seed \(seed)")
        #expect(copy.text() == diff.text(), "seed \(seed)")
        #expect(copy.jsonPatch.value == diff.jsonPatch.value, "seed \(seed)")
      }
    }
  }

  @Test func `what differs of two long texts stands at its number of Unicode scalars`() throws {
    var random = Seeded(seed: 45)
    for _ in 0..<500 {
      func text(_ count: Int) -> [Unicode.Scalar] {
        let rest: [Unicode.Scalar] = ["é", "漢", "🙂", "\u{301}"]
        let isASCII = Bool.random(using: &random)
        return (0..<count).map { _ in
          isASCII || Int.random(in: 0..<40, using: &random) > 0
            ? "a" : rest.randomElement(using: &random) ?? "a"
        }
      }
      var scalars = text(Int.random(in: 20..<300, using: &random))
      let old = String(String.UnicodeScalarView(scalars))
      let place = Int.random(in: 0...scalars.count, using: &random)
      scalars.insert(contentsOf: text(Int.random(in: 1..<20, using: &random)) + ["!"], at: place)
      let new = String(String.UnicodeScalarView(scalars))
      let diff = Diff(from: .string(old), to: .string(new)).abridged(over: 3)
      let change = try #require(diff.changes.first)
      let offset = try #require(change.offset)
      guard case (.string(let gone), .string(let come)) = (change.old, change.new) else { continue }
      let before = old.unicodeScalars.prefix(offset)
      let after = old.unicodeScalars.dropFirst(offset + gone.unicodeScalars.count)
      #expect(Array(before) + Array(come.unicodeScalars) + Array(after) == scalars)
    }
  }

  @Test func `what is no diff is an error when it is decoded`() throws {
    for seed in 0..<400 {
      var generator = ValueGenerator(seed: UInt64(seed))
      let (value, _) = generator.pair()
      let bytes = try CompactEncoder().encode(Value.list([value, value, value, value, value]))
      #expect(throws: DecodingError.self) { try CompactDecoder().decode(Diff.self, from: bytes) }
    }
  }

  private func changes(_ old: Value, _ new: Value) -> [String] {
    Diff(from: old, to: new).changes.map {
      "\($0.path): \($0.old?.description ?? "new") → \($0.new?.description ?? "gone")"
    }
  }

  private func item(_ sku: String, _ quantity: Int64) -> Value {
    ["sku": .string(sku), "quantity": .int(quantity)]
  }

  private func nested(_ depth: Int, around value: Value) -> Value {
    (0..<depth).reduce(value) { inner, level in
      level.isMultiple(of: 2) ? [inner] : ["inner": inner]
    }
  }
}
