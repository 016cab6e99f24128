import Foundation
import PlayheadFlux

/// Random choices that are the same for the same seed.
final class Source {
  private var generator: SplitMix64
  /// How many more values may be nested in each other.
  private(set) var depth = 4

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  func bits() -> UInt64 { generator.next() }

  func chance(_ percent: Int) -> Bool { number(1...100) <= percent }

  func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

  /// A number from 1 to `limit`; each order of magnitude is as likely as any other.
  func size(to limit: Int) -> Int { Int(pow(Double(limit), Double(number(0...1_000)) / 1_000)) }

  /// The number of elements of a list.
  func count() -> Int { depth <= 0 ? 0 : number(0...4) }

  /// Makes what is nested in another value.
  func nested<Value>(_ make: () throws -> Value) rethrows -> Value {
    depth -= 1
    defer { depth += 1 }
    return try make()
  }

  /// A word that hardly comes twice.
  func word() -> String { String(bits(), radix: 36) }
}

/// A type of payloads and of their parts, of which there are random values.
protocol Sample: Codable, Equatable, Sendable {
  static func random(_ source: Source) -> Self
}

extension Sample {
  /// Whether two values of any types are equal.
  func isEqual(_ other: any Sample) -> Bool { other as? Self == self }
}

extension Sample where Self: CaseIterable {
  static func random(_ source: Source) -> Self { source.pick(Array(allCases)) }
}

extension Sample where Self: FixedWidthInteger {
  static func random(_ source: Source) -> Self {
    source.pick([.min, .max, 0, 1, Self(truncatingIfNeeded: source.bits())])
  }
}

extension Int: Sample {}
extension Int8: Sample {}
extension Int64: Sample {}
extension UInt8: Sample {}
extension UInt64: Sample {}

extension Bool: Sample {
  static func random(_ source: Source) -> Bool { source.chance(50) }
}

extension Double: Sample {
  static func random(_ source: Source) -> Double {
    source.pick([0, -0.5, 0.1, 1e300, .infinity, Double(source.number(0...1_000_000)) + 0.25])
  }
}

extension Float: Sample {
  static func random(_ source: Source) -> Float { source.pick([0, -0.5, 0.1, 1e30, 12.75]) }
}

extension String: Sample {
  static func random(_ source: Source) -> String {
    source.pick(["", "a", "super", "naïve", "日本語", "👩‍👩‍👧‍👦", "\u{0}\n\"", source.word()])
  }
}

extension Date: Sample {
  static func random(_ source: Source) -> Date {
    Date(timeIntervalSince1970: Double(source.number(0...2_000_000_000)) + 0.5)
  }
}

extension UUID: Sample {
  static func random(_ source: Source) -> UUID {
    let bits = (source.bits(), source.bits())
    return UUID(uuid: withUnsafeBytes(of: bits) { $0.loadUnaligned(as: uuid_t.self) })
  }
}

extension URL: Sample {
  static func random(_ source: Source) -> URL {
    URL(filePath: "/users/\(source.word())", directoryHint: .notDirectory)
  }
}

extension Data: Sample {
  static func random(_ source: Source) -> Data { Data(source.word().utf8) }
}

extension Optional: Sample where Wrapped: Sample {
  static func random(_ source: Source) -> Wrapped? { source.chance(50) ? nil : .random(source) }
}

extension Array: Sample where Element: Sample {
  static func random(_ source: Source) -> [Element] {
    source.nested { (0..<source.count()).map { _ in .random(source) } }
  }
}

extension Set: Sample where Element: Sample {
  static func random(_ source: Source) -> Set<Element> { Set([Element].random(source)) }
}

extension Dictionary: Sample where Key: Sample, Value: Sample {
  static func random(_ source: Source) -> [Key: Value] {
    let keys = [Key].random(source)
    return source.nested {
      Dictionary(keys.map { ($0, .random(source)) }, uniquingKeysWith: { first, _ in first })
    }
  }
}

/// A key that is data.
struct AnyKey: CodingKey, Hashable {
  var stringValue: String
  var intValue: Int? { nil }

  init(_ text: String) { stringValue = text }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
