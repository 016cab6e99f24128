import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import Testing

/// Values that some way of keeping a column likes, and values that none does, come back as they were.
@Suite struct ColumnTests {
  private struct Field<Value: Encodable>: Encodable { var value: Value }

  private func expectColumn<Value: Encodable>(
    _ values: [Value], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectSame(values.map { Field(value: $0) }, sourceLocation: sourceLocation)
    try expectSame([Field(value: values)], sourceLocation: sourceLocation)
  }

  @Test func `columns keep signed integers at their limits`() throws {
    try expectColumn([Int64.min, .max, 0, -1, 1, .min, .max, .min])
    try expectColumn([Int.max])
  }

  @Test func `columns keep unsigned integers at their limits`() throws {
    try expectColumn([UInt64.max, 0, .max, 1, 1 << 63, (1 << 63) - 1])
    try expectColumn([UInt64.max, .max, .max, .max])
  }

  @Test func `columns keep numbers that stay, grow, accelerate, alternate or repeat`() throws {
    try expectColumn([Int](repeating: 7, count: 300))
    try expectColumn((0..<300).map { $0 * 1_000 })
    try expectColumn((0..<300).map { $0 * $0 })
    try expectColumn((0..<300).map { $0 % 2 == 0 ? $0 : 100_000 - $0 })
    try expectColumn((0..<300).map { [0xABCD_EF01, -5, 1 << 40][$0 * 7 % 3] })
    try expectColumn((0..<300).map { $0 &* 0x1234_5678_9ABC })
  }

  @Test func `columns keep every bit of doubles, including NaN and negative zero`() throws {
    let odd = [
      Double.nan, -.nan, .signalingNaN, Double(bitPattern: 0x7FF0_0000_DEAD_BEEF), .infinity,
      -.infinity, -0.0, 0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    try expectColumn(odd)
    try expectColumn((0..<300).map { Double($0) / 10 })
    try expectColumn((0..<300).map { Double($0) * 0.1 })
    try expectColumn((0..<300).map { Double($0) * 1e15 })
    try expectColumn([0.0, 1, 2, -0.0])
    try expectColumn([0x1p53, 0x1p53 + 2, -0x1p53, 0x1p62])
  }

  @Test func `columns keep floats, dates, UUIDs, 128-bit integers and decimals`() throws {
    try expectColumn([Float.nan, -0.0, .pi, .infinity, 1, 1, 1])
    try expectColumn((0..<100).map { Date(timeIntervalSinceReferenceDate: Double($0) / 1_000) })
    try expectColumn((0..<40).map { _ in UUID() })
    try expectColumn([Int128.min, .max, 0, -1])
    try expectColumn([UInt128.max, 0])
    try expectColumn([Decimal(string: "-12.50"), Decimal(string: "0"), nil])
  }

  @Test func `columns keep strings that are new, repeat or share a prefix`() throws {
    try expectColumn(["", "naïve 🧭", "\u{0}", "e\u{301}", "é", "👩‍👩‍👧"])
    try expectColumn([String](repeating: "again and again", count: 300))
    try expectColumn((0..<300).map { ["apple", "pear", ""][$0 * 7 % 3] })
    try expectColumn((0..<300).map { "https://example.com/pages/\($0)" })
    try expectColumn((0..<300).map { String(repeating: "x", count: $0) })
    try expectColumn([Data([0, 255, 7]), Data(), Data(repeating: 9, count: 999)])
  }

  @Test func `columns keep Booleans, nil values and empty records`() throws {
    try expectColumn((0..<300).map { $0 % 5 == 0 })
    try expectColumn([Int?.none, 3, nil])
    try expectSame([Int?](repeating: nil, count: 300).map { Field(value: $0) })
    try expectSame([Empty](repeating: Empty(), count: 300))
    try expectSame([Empty()])
  }

  @Test func `columns keep lists, sets, dictionaries and nested values`() throws {
    try expectSame([Everything()])
    try expectSame([Everything](repeating: Everything(), count: 50))
    try expectColumn([[Int](), [1], [1, 2, 3], []])
    try expectColumn([["a": [1]], [:], ["b": [], "c": [2]]])
    try expectColumn([Tree(label: "a", children: [Tree(label: "b", children: [Tree(label: "c")])])])
    try expectSame([Dog()])
  }

  @Test(arguments: 0..<60) func `columns keep random values of every kind`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let count = [1, 2, 17, 120][generator.below(4)]
    try expectSame((0..<count).map { _ in Anything.make(&generator, depth: 0) })
  }
}

/// A value of any kind.
private indirect enum Anything: Encodable {
  case int(Int64), uint(UInt64), double(Double), text(String), flag(Bool), nothing, date(Date)
  case list([Anything]), map([String: Anything]), record([(String, Anything)])

  static func make(_ generator: inout SplitMix64, depth: Int) -> Anything {
    let small = Int64(generator.below(5))
    let wide = generator.next() >> UInt64(generator.below(64))
    switch generator.below(depth > 3 ? 7 : 10) {
    case 0: return .int(generator.below(2) == 0 ? small : Int64(bitPattern: wide))
    case 1: return .uint(wide)
    case 2:
      return .double(Bool.random(using: &generator) ? Double(small) / 4 : Double(bitPattern: wide))
    case 3: return .text(String(repeating: ["a", "é", "🧭"][generator.below(3)], count: Int(small)))
    case 4: return .flag(generator.below(2) == 0)
    case 5: return .nothing
    case 6: return .date(Date(timeIntervalSinceReferenceDate: Double(small)))
    case 7: return .list((0..<small).map { _ in make(&generator, depth: depth + 1) })
    case 8:
      let pairs = (0..<small).map { ("k\($0)", make(&generator, depth: depth + 1)) }
      return .map(Dictionary(uniqueKeysWithValues: pairs))
    default: return .record((0..<small).map { ("f\($0)", make(&generator, depth: depth + 1)) })
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    if case .record(let fields) = self {
      var container = encoder.container(keyedBy: Key.self)
      for (key, value) in fields { try container.encode(value, forKey: Key(stringValue: key)) }
      return
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .int(let value): try container.encode(value)
    case .uint(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .flag(let value): try container.encode(value)
    case .nothing: try container.encodeNil()
    case .date(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .map(let value): try container.encode(value)
    case .record: break
    }
  }
}
