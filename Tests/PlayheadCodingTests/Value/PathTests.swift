import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct PathTests {
  static let cases: [([StatePath.Component], String)] = [
    ([.field("cart"), .field("items"), .index(3), .field("sku")], "cart.items[3].sku"),
    ([.field("byID"), .key("a b"), .field("title")], #"byID["a b"].title"#),
    ([.field("points"), .key(-3)], "points[-3]"),
    ([.key(.uint(3))], "[UInt(3)]"),
    ([.key(["x": 1, "y": .double(-2)])], "[(x: 1, y: -2.0)]"),
    ([.field("first name")], #"[."first name"]"#),
    ([.key(.double(.nan))], "[Double(0x7ff8000000000000)]"),
    ([.key(.record([]))], "[()]"),
    ([.key(.set([1, nil2]))], "[Set([1, nil])]"),
    ([], ""),
  ]

  @Test(arguments: cases)
  func `every kind of path component is written and read in Swift's notation`(
    _ components: [StatePath.Component], _ text: String
  ) throws {
    #expect(StatePath(components).description == text)
    #expect(try StatePath(text) == StatePath(components))
  }

  private static let nil2 = Value.null

  @Test func `the path parser reads back every path`() throws {
    for seed in 0..<(Soak.isOn ? 1_000 : 300) {
      var generator = ValueGenerator(seed: UInt64(seed))
      let path = generator.path()
      #expect(try StatePath(path.description) == path, "\(path)")
    }
  }

  @Test(arguments: [
    ("a.", "'a.' is not a path: expected a name at character 3"),
    (
      "a-b",
      "'a-b' is not a path: expected '.' or '[' at character 2; write a name with characters "
        + "other than letters, digits and '_' as [\"a-b\"]"
    ),
    ("a[1", "'a[1' is not a path: expected ']' at character 4"),
    (#"a["b"#, Self.noKey(#"a["b"#, at: 3)),
    (#"["\q"]"#, Self.noKey(#"["\q"]"#, at: 2)),
    (#"é["\u{D800}"]"#, Self.noKey(#"é["\u{D800}"]"#, at: 3)),
    ("[UInt(-1)]", Self.noKey("[UInt(-1)]", at: 2)),
    ("[(x: 1]", Self.noKey("[(x: 1]", at: 2)),
  ])
  func `a malformed path is refused with one sentence`(_ text: String, _ sentence: String) {
    let error = #expect(throws: PathError.self) { try StatePath(text) }
    #expect(error?.description == sentence)
  }

  private static func noKey(_ text: String, at place: Int) -> String {
    "'\(text)' is not a path: expected a key, such as 3, \"A-7\" or (x: 1), at character \(place)"
  }

  @Test func `a path accepts a dictionary key in brackets in the form in which values are printed`()
    throws
  {
    for (written, key) in [
      ("[.idle]", ["idle": [:]]), ("[ 1.5 ]", 1.5),
      ("[99999999999999999999]", .int128(99999999999999999999)),
    ] as [(String, Value)] {
      #expect(try StatePath(written) == StatePath([.key(key)]))
    }
  }

  @Test func `a number in brackets finds a signed, unsigned or text key of a dictionary`() throws {
    let keys: [Value] = [.int(7), .uint(7), "7"]
    for key in keys {
      #expect(try Value.dictionary([.init(key, "a")]).value(at: StatePath("[7]")) == "a", "\(key)")
    }
  }

  @Test func `a path of 100,000 open brackets is refused without exhausting the stack`() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: PathError.self) { try StatePath(text) }
  }

  @Test func `parsing a cut or damaged path gives an error or a path that reads back`() {
    for seed in 0..<(Soak.isOn ? 60 : 20) {
      var generator = ValueGenerator(seed: UInt64(seed))
      let text = Array(generator.path().description.unicodeScalars)
      for end in text.indices {
        var damaged = text
        damaged[end] = generator.pick(["[", "]", "\"", "\\", "(", ")", "9", "-", ".", "e"])
        for scalars in [text[..<end], damaged[...]] {
          let string = String(String.UnicodeScalarView(scalars))
          if let path = try? StatePath(string) {
            #expect((try? StatePath(path.description)) == path)
          }
        }
      }
    }
  }
}

extension ValueGenerator {
  mutating func path() -> StatePath {
    StatePath(
      (0..<random.below(5)).map { _ in
        switch random.below(3) {
        case 0: .field(text())
        case 1: .index(pick([0, 1, 12, .max]))
        default: .key(value(depth: 3))
        }
      })
  }
}
