import Foundation

/// A value of `bytes` bytes: text, data, or numbers.
struct Large: Sample {
  var text: String?
  var data: Data?
  var numbers: [Double]?

  static func random(_ source: Source) -> Large { random(source, bytes: 1_000) }

  static func random(_ source: Source, bytes: Int) -> Large {
    var value = Large()
    // So much of it is random that it cannot be packed into little.
    let words = (0..<500).map { _ in source.word() }.joined()
    switch source.number(0...2) {
    case 0: value.text = String(repeating: words, count: bytes / words.utf8.count + 1)
    case 1:
      value.data = Data(repeating: UInt8(source.number(0...255)), count: bytes) + Data(words.utf8)
    default: value.numbers = (0..<bytes / 8).map { Double($0) * 0.7 + Double(source.number(0...9)) }
    }
    return value
  }
}

/// Values nested `depth` levels deep, by members, lists and superclasses' encoders in turn.
struct Deep: Sample {
  /// A value may nest 256 levels deep; the payload itself is within an action and a state.
  static let surelyEncodable = 240

  var depth: Int
  var chain: Chain

  static func random(_ source: Source) -> Deep { Deep(depth: source.number(1...300)) }

  init(depth: Int) { (self.depth, chain) = (depth, Chain(depth: depth)) }
}

final class Chain: Codable, Equatable, Sendable {
  let number: Int
  let next: Chain?
  let list: [Chain]

  init(depth: Int) {
    number = depth
    // A member is one level deeper, an element of a list two.
    next = depth > 1 && depth % 5 != 0 ? Chain(depth: depth - 1) : nil
    list = depth > 2 && depth % 5 == 0 ? [Chain(depth: depth - 2)] : []
  }

  static func == (one: Chain, other: Chain) -> Bool {
    one.number == other.number && one.next == other.next && one.list == other.list
  }
}

/// Throws now and then, sometimes when a part of it has been written.
struct Refusing: Sample {
  var name: String
  var refuses: Bool
  var isLate: Bool
  var elements: [Eight]

  struct Refusal: Error {}

  private enum CodingKeys: String, CodingKey { case name, refuses, isLate, elements }

  static func random(_ source: Source) -> Refusing {
    Refusing(
      name: .random(source), refuses: source.chance(10), isLate: .random(source),
      elements: .random(source))
  }

  func encode(to encoder: any Encoder) throws {
    if refuses && !isLate { throw Refusal() }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(refuses, forKey: .refuses)
    var list = container.nestedUnkeyedContainer(forKey: .elements)
    for element in elements { try list.encode(element) }
    if refuses { throw Refusal() }
    try container.encode(isLate, forKey: .isLate)
  }
}
