import FluxTesting
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `Lookup in a value that is not encoded` {
  @Test(arguments: 0..<(Soak.isOn ? 16 : 5) as Range<UInt64>)
  func `a lookup in an unencoded value finds what the encoded value has`(seed: UInt64) throws {
    var source = Seeded(seed)
    try expectSame(World.random(&source), seed)
    try expectSame(Mixed.random(&source), seed)
    try expectSame(Expression.random(&source), seed)
    try expectSame(Loose.random(&source), seed)
    try expectSame([Int?].random(&source), seed)
    try expectSame(Forwarded.random(&source), seed)
    try expectSame([Int: String](uniqueKeysWithValues: [(Int(seed), "a"), (-3, "b")]), seed)
    try expectSame([Point: Int].random(&source), seed)
  }

  private func expectSame(_ value: some Encodable, _ seed: UInt64) throws {
    let tree = try CanonicalEncoder().tree(of: value)
    let (lookup, tracked) = (TrackedLookup(), TrackedValue(value))
    for path in tree.paths {
      for tried in path.neighbors {
        try #require(
          try lookup.value(at: tried, in: tracked) == tree.value(at: tried),
          "seed \(seed): \(tried)")
      }
    }
  }

  @Test func `a lookup in an unencoded value accepts keys that are written in another way`() throws
  {
    let state = ["numbers": ["7": 1], "e\u{301}": ["a": 2]]
    let (lookup, tracked) = (TrackedLookup(), TrackedValue(state))
    #expect(try lookup.value(at: StatePath("numbers[7]"), in: tracked) == 1)
    #expect(try lookup.value(at: StatePath([.field("e\u{301}"), .field("a")]), in: tracked) == 2)
    // Swift holds it for equal, and its bytes are not.
    #expect(try lookup.value(at: StatePath([.field("\u{e9}")]), in: tracked) == nil)
    let unsigned = TrackedValue([UInt(7): "a"])
    #expect(try lookup.value(at: StatePath("[7]"), in: unsigned) == "a")
    let numbered = TrackedValue([7: "a"])
    #expect(try lookup.value(at: StatePath("[7]"), in: numbered) == "a")
    #expect(try lookup.value(at: StatePath([.key("07")]), in: numbered) == nil)
  }

  @Test func `a lookup in an unencoded value finds fields by the UTF-8 of their names`() throws {
    let (lookup, tracked) = (TrackedLookup(), TrackedValue(NamedField(name: "\u{e9}")))
    #expect(try lookup.value(at: StatePath([.field("\u{e9}")]), in: tracked) == 1)
    #expect(try lookup.value(at: StatePath([.field("e\u{301}")]), in: tracked) == nil)
  }

  @Test func `a lookup in an unencoded value does not encode values beside the path`() throws {
    struct Dear: Encodable {
      struct Refusal: Error {}
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    struct Whole: Encodable {
      var near = ["a": [1, 2, 3]]
      var dear = Dear()
    }
    let (lookup, tracked) = (TrackedLookup(), TrackedValue(Whole()))
    #expect(try lookup.value(at: StatePath("near.a[2]"), in: tracked) == 3)
    #expect(try lookup.value(at: StatePath("near.b"), in: tracked) == nil)
    #expect(throws: Dear.Refusal.self) { try lookup.value(at: StatePath("dear"), in: tracked) }
    #expect(throws: Dear.Refusal.self) { try lookup.value(at: StatePath(), in: tracked) }
  }
}

extension Value {
  /// The paths of all that is in it.
  var paths: [StatePath] {
    func parts(_ value: Value, at path: StatePath) -> [StatePath] {
      [path] + value.namedParts.flatMap { parts($0.value, at: path.appending($0.name)) }
    }
    return parts(self, at: StatePath())
  }
}

extension StatePath {
  /// It, and others that may lead to the same or to nothing.
  fileprivate var neighbors: [StatePath] {
    let others: [Component] = [
      .field("name"), .index(0), .index(1), .index(99), .key("a"), .key(1),
    ]
    var all = [self] + others.map(appending)
    if case .key(.string(let name))? = components.last {
      all.append(StatePath(components.dropLast() + [.field(name)]))
    }
    if case .field(let name)? = components.last {
      all.append(StatePath(components.dropLast() + [.key(.string(name))]))
    }
    return all
  }
}
