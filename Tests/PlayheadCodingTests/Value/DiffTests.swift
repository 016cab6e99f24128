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
