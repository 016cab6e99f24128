import Foundation
import PlayheadFlux

/// A type by chance, of which values are made by chance.
protocol Generated: Codable, Equatable, Sendable {
  static func make(_ chance: inout Chance) -> Self
}

/// A type of elements and keys.
protocol GeneratedKey: Generated, Hashable {}

/// Choices that are the same for the same seed.
struct Chance: RandomNumberGenerator {
  private var generator: SplitMix64
  /// How deep the next values may nest.
  var depth = 4

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...(elements.count - 1))]
  }

  /// The values of a container.
  mutating func some<Element: Generated>(_ type: Element.Type, upTo limit: Int = 3) -> [Element] {
    guard depth > 0 else { return [] }
    depth -= 1
    defer { depth += 1 }
    return (0..<number(0...limit)).map { _ in Element.make(&self) }
  }

  /// A type that nests `depth` levels at most.
  mutating func type(depth: Int) -> any Generated.Type {
    guard depth > 0, number(0...4) > 0 else {
      return number(0...1) == 0 ? key() : pick(Self.leaves)
    }
    let (part, other) = (type(depth: depth - 1), type(depth: depth - 1))
    func optional<T: Generated>(_: T.Type) -> any Generated.Type { T?.self }
    func layers<T: Generated>(_: T.Type) -> any Generated.Type { T??.self }
    func list<T: Generated>(_: T.Type) -> any Generated.Type { [T].self }
    func object<T: Generated>(_: T.Type) -> any Generated.Type { Object<T>.self }
    func tree<T: Generated>(_: T.Type) -> any Generated.Type { Tree<T>.self }
    func set<T: GeneratedKey>(_: T.Type) -> any Generated.Type { Set<T>.self }
    func pair<A: Generated, B: Generated>(_: A.Type, _: B.Type) -> any Generated.Type {
      Pair<A, B>.self
    }
    func either<A: Generated, B: Generated>(_: A.Type, _: B.Type) -> any Generated.Type {
      Either<A, B>.self
    }
    func table<K: GeneratedKey, T: Generated>(_: K.Type, _: T.Type) -> any Generated.Type {
      [K: T].self
    }
    return switch number(0...8) {
    case 0: optional(part)
    case 1: layers(part)
    case 2: list(part)
    case 3: object(part)
    case 4: tree(part)
    case 5: set(key())
    case 6: pair(part, other)
    case 7: either(part, other)
    default: table(key(), part)
    }
  }

  private mutating func key() -> any GeneratedKey.Type { pick(Self.keys) }

  private static let keys: [any GeneratedKey.Type] = [
    String.self, Int.self, Int8.self, UInt64.self, UUID.self, Suit.self, Corner.self, Label.self,
  ]

  private static let leaves: [any Generated.Type] = [
    Bool.self, Double.self, Float.self, Int128.self, UInt128.self, Decimal.self, Data.self,
    Date.self,
    URL.self,
  ]
}

// MARK: - Leaves

extension Bool: Generated {
  static func make(_ chance: inout Chance) -> Bool { chance.number(0...1) == 0 }
}

extension FixedWidthInteger where Self: Generated {
  static func make(_ chance: inout Chance) -> Self {
    chance.pick([.min, .max, 0, 1, 2, Self(truncatingIfNeeded: chance.next())])
  }
}

extension Int: GeneratedKey {}
extension Int8: GeneratedKey {}
extension UInt64: GeneratedKey {}
extension Int128: Generated {}
extension UInt128: Generated {}

extension Double: Generated {
  static func make(_ chance: inout Chance) -> Double {
    chance.pick([0, -0.5, 0.1, 1e300, .infinity, -.infinity, Double(chance.number(0...99)) / 8])
  }
}

extension Float: Generated {
  static func make(_ chance: inout Chance) -> Float {
    chance.pick([0, -0.5, 0.1, 1e30, .infinity])
  }
}

extension Decimal: Generated {
  static func make(_ chance: inout Chance) -> Decimal {
    let digits = chance.pick(["9.99", "-0.01", "12345678901234567890.123456789", "7", "1e40"])
    return Decimal(string: digits) ?? 0
  }
}

extension String: GeneratedKey {
  static func make(_ chance: inout Chance) -> String {
    chance.pick(["", "a", "b.c", "naïve", "e\u{301}", "👩‍👩‍👧", "\u{1}\n\"\\", "</script>", "some"])
  }
}

extension Data: Generated {
  static func make(_ chance: inout Chance) -> Data { Data(chance.pick([[], [0], [1, 255, 16]])) }
}

extension Date: Generated {
  static func make(_ chance: inout Chance) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(chance.number(-9_000_000...900_000_000)) / 8)
  }
}

extension UUID: GeneratedKey {
  static func make(_ chance: inout Chance) -> UUID {
    let bits = (UInt64(0), UInt64(chance.number(0...5)))
    return UUID(uuid: withUnsafeBytes(of: bits) { $0.loadUnaligned(as: uuid_t.self) })
  }
}

extension URL: Generated {
  static func make(_ chance: inout Chance) -> URL {
    URL(filePath: "/\(chance.number(0...9))", directoryHint: .notDirectory)
  }
}

enum Suit: String, GeneratedKey, CodingKeyRepresentable {
  case hearts, spades

  static func make(_ chance: inout Chance) -> Suit { chance.pick([.hearts, .spades]) }
}

struct Corner: GeneratedKey {
  var x: Int
  var y: Int?

  static func make(_ chance: inout Chance) -> Corner {
    Corner(x: chance.number(0...2), y: chance.pick([nil, 1]))
  }
}

enum Label: GeneratedKey {
  case none
  case named(String)
  case numbered(number: Int)

  static func make(_ chance: inout Chance) -> Label {
    chance.pick([.none, .named(.make(&chance)), .numbered(number: chance.number(0...2))])
  }
}

// MARK: - Composed

extension Optional: Generated where Wrapped: Generated {
  static func make(_ chance: inout Chance) -> Wrapped? {
    chance.number(0...2) == 0 ? nil : .some(.make(&chance))
  }
}

extension Array: Generated where Element: Generated {
  static func make(_ chance: inout Chance) -> [Element] { chance.some(Element.self) }
}

extension Set: Generated where Element: GeneratedKey {
  static func make(_ chance: inout Chance) -> Set<Element> { Set(chance.some(Element.self)) }
}

extension Dictionary: Generated where Key: GeneratedKey, Value: Generated {
  static func make(_ chance: inout Chance) -> [Key: Value] {
    let keys = chance.some(Key.self)
    return Dictionary(keys.map { ($0, .make(&chance)) }) { first, _ in first }
  }
}

/// A struct with coding keys of its own.
struct Pair<First: Generated, Second: Generated>: Generated {
  var first: First
  var second: Second?

  private enum CodingKeys: String, CodingKey {
    case first = "the first"
    case second = "_1"
  }

  static func make(_ chance: inout Chance) -> Pair {
    Pair(first: .make(&chance), second: Second?.make(&chance))
  }
}

/// An enum with and without values and labels.
enum Either<Left: Generated, Right: Generated>: Generated {
  case neither
  case left(Left)
  case right(of: Right)
  case both(Left, right: Right)

  static func make(_ chance: inout Chance) -> Either {
    switch chance.number(0...3) {
    case 0: .neither
    case 1: .left(.make(&chance))
    case 2: .right(of: .make(&chance))
    default: .both(.make(&chance), right: .make(&chance))
    }
  }
}

/// A class.
final class Object<Content: Generated>: Generated {
  let content: Content
  let number: Int

  init(_ content: Content, _ number: Int) { (self.content, self.number) = (content, number) }

  static func == (a: Object, b: Object) -> Bool { a.content == b.content && a.number == b.number }

  static func make(_ chance: inout Chance) -> Object {
    Object(.make(&chance), chance.number(0...3))
  }
}

/// A type within itself.
struct Tree<Content: Generated>: Generated {
  var content: Content
  var children: [Tree]

  static func make(_ chance: inout Chance) -> Tree {
    Tree(content: .make(&chance), children: chance.some(Tree.self, upTo: 2))
  }
}
