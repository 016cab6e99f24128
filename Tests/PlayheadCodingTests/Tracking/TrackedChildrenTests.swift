import FluxTesting
import PlayheadCoding
import PlayheadValues
import Synchronization
import Testing

@Suite struct `Parts of a value that is not encoded` {
  @Test(arguments: 0..<(Soak.isOn ? 16 : 5) as Range<UInt64>)
  func `the parts of an unencoded value are those of the encoded one, with what changed`(
    seed: UInt64
  ) throws {
    var source = Seeded(seed)
    try expectSame(World.random(&source), World.random(&source))
    try expectSame(Mixed.random(&source), Mixed.random(&source))
    try expectSame(Expression.random(&source), Expression.random(&source))
    try expectSame(Loose.random(&source), Loose.random(&source))
    try expectSame([Int?].random(&source), [Int?].random(&source))
    try expectSame(Forwarded.random(&source), Forwarded.random(&source))
    try expectSame([Point: Int].random(&source), [Point: Int].random(&source))
    try expectSame(Set([1, 2, 3]), Set([2, 3, 4]))
  }

  /// Each value with itself before, and with the other one.
  private func expectSame(_ one: some Encodable, _ other: some Encodable) throws {
    let encoder = CanonicalEncoder()
    let (tree, before) = (try encoder.tree(of: one), try encoder.tree(of: other))
    var lookup: TrackedLookup { TrackedLookup() }
    for path in tree.paths {
      let value = try #require(tree.value(at: path))
      for (old, former) in [(TrackedValue(one), tree), (TrackedValue(other), before)] {
        let (count, shown) = try #require(
          try lookup.children(at: path, in: TrackedValue(one), since: old, places: 0..<(.max)))
        #expect(count == value.namedParts.count && shown.count == count)
        for (child, part) in zip(shown, value.namedParts) {
          #expect(child.name == part.name)
          #expect(child.count == (part.value.isContainer ? part.value.namedParts.count : nil))
          #expect(!child.text.isEmpty && (child.type == nil || child.count != nil))
          if !part.value.isContainer {
            #expect(child.text == part.value.swiftText(options: .inLine))
          }
          let isSame = former.value(at: path)?.value(at: StatePath([part.name])) == part.value
          #expect(child.hasChanged == !isSame, "\(path), \(part.name)")
        }
        let middle = try lookup.children(at: path, in: TrackedValue(one), since: old, places: 1..<3)
        #expect(
          middle?.count == count && middle?.shown == Array(shown.dropFirst().prefix(2)),
          "\(path): \(shown), \(String(describing: middle))")
      }
    }
    #expect(
      try lookup.children(
        at: StatePath([.field("none")]), in: TrackedValue([1]), since: nil, places: 0..<9) == nil)
  }

  /// Counts how often it is encoded.
  private struct Element: Encodable {
    static let encoded = Mutex(0)
    let number: Int
    let rest = Array(repeating: "x", count: 100)

    enum CodingKeys: CodingKey { case number, rest }

    func encode(to encoder: any Encoder) throws {
      Self.encoded.withLock { $0 += 1 }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      try container.encode(rest, forKey: .rest)
    }
  }

  @Test func `a page of a long list costs its own elements, and tells large ones by their numbers`()
    throws
  {
    let old = ["all": (0..<100_000).map { Element(number: $0) }]
    var new = old
    new["all"]?[50_001] = Element(number: -1)
    let path = try StatePath("all")
    let found = try TrackedLookup().children(
      at: path, in: TrackedValue(new), since: TrackedValue(old), places: 50_000..<50_010)
    #expect(found?.count == 100_000 && found?.shown.count == 10)
    #expect(found?.shown.map(\.hasChanged) == [false, true] + Array(repeating: false, count: 8))
    #expect(found?.shown.first?.text == "2 members" && found?.shown.first?.type == "Element")
    #expect(Element.encoded.withLock { $0 } < 100)
  }
}

extension Value {
  fileprivate var isContainer: Bool {
    switch self {
    case .record, .list, .set, .dictionary: true
    default: false
    }
  }
}
