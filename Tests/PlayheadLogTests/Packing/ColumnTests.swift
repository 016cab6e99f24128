import FluxTesting
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

  @Test func `columns keep numbers at their limits, and every bit of doubles`() throws {
    try expectColumn([Int64.min, .max, 0, -1, 1, .min, .max, .min])
    try expectColumn([UInt64.max, 0, .max, 1, 1 << 63, (1 << 63) - 1])
    try expectColumn([Int128.min, .max, 0, -1])
    try expectColumn([
      Double.nan, -.nan, .signalingNaN, Double(bitPattern: 0x7FF0_0000_DEAD_BEEF), .infinity,
      -.infinity, -0.0, 0, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ])
    try expectColumn([0x1p53, 0x1p53 + 2, -0x1p53, 0x1p62])
    try expectColumn([Float.nan, -0.0, .pi, .infinity, 1, 1, 1])
    try expectColumn([Decimal(string: "-12.50"), Decimal(string: "0"), nil])
    try expectSame([Int?](repeating: nil, count: 300).map { Field(value: $0) })
    try expectSame([Everything](repeating: Everything(), count: 50))
  }

  /// How the elements of a column follow one another.
  private static let patterns: [@Sendable (Int) -> Int] = [
    { _ in 7 }, { $0 * 1_000 }, { $0 * $0 }, { $0 % 2 == 0 ? $0 : 100_000 - $0 },
    { [0xABCD_EF01, -5, 1 << 40][$0 * 7 % 3] }, { $0 &* 0x1234_5678_9ABC },
  ]

  @Test(arguments: patterns.indices)
  func `columns keep elements that stay, grow, accelerate, alternate or repeat`(index: Int) throws {
    let numbers = (0..<300).map(Self.patterns[index])
    try expectColumn(numbers)
    try expectColumn(numbers.map { Double($0) / 10 })
    try expectColumn(numbers.map { Date(timeIntervalSinceReferenceDate: Double($0) / 1_000) })
    try expectColumn(numbers.map { "https://example.com/pages/\($0)" })
    try expectColumn(numbers.map { String(repeating: "é", count: abs($0) % 300) })
    try expectColumn(numbers.map { Data([UInt8(truncatingIfNeeded: $0), 255]) })
    try expectColumn(numbers.map { $0 % 5 == 0 })
  }

  @Test(arguments: 0..<(Soak.isOn ? 200 : 30)) func `columns keep random values of every kind`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let count = [1, 2, 17, 120][generator.below(4)]
    try expectSame((0..<count).map { _ in Anything.make(&generator, depth: 0) })
  }
}

/// A value of any kind.
private struct Anything: Encodable {
  private let value: any Encodable

  static func make(_ generator: inout SplitMix64, depth: Int) -> Anything {
    let small = Int64(generator.below(5))
    let wide = generator.next() >> UInt64(generator.below(64))
    func parts(_ name: String) -> [(String, Anything)] {
      (0..<small).map { ("\(name)\($0)", make(&generator, depth: depth + 1)) }
    }
    let value: any Encodable =
      switch generator.below(depth > 3 ? 7 : 10) {
      case 0: generator.below(2) == 0 ? small : Int64(bitPattern: wide)
      case 1: wide
      case 2: Bool.random(using: &generator) ? Double(small) / 4 : Double(bitPattern: wide)
      case 3: String(repeating: ["a", "é", "🧭"][generator.below(3)], count: Int(small))
      case 4: generator.below(2) == 0
      case 5: Int?.none
      case 6: Date(timeIntervalSinceReferenceDate: Double(small))
      case 7: parts("").map(\.1)
      case 8: Dictionary(uniqueKeysWithValues: parts("k"))
      default: Fields(fields: parts("f"))
      }
    return Anything(value: value)
  }

  func encode(to encoder: any Encoder) throws {
    if let fields = value as? Fields { return try fields.encode(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// A record of any fields.
private struct Fields: Encodable {
  let fields: [(String, Anything)]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (key, value) in fields { try container.encode(value, forKey: AnyKey(key)) }
  }
}
