import Foundation
import PlayheadCoding

/// Keys that Swift tells apart and that are written alike.
struct FoldedKey: Codable, Hashable, Mutable {
  var text: String

  init(text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var place = encoder.singleValueContainer()
    try place.encode(text.lowercased())
  }

  static func random(_ source: inout Seeded, depth: Int) -> FoldedKey {
    FoldedKey(text: ["a", "A", "b", "c", "d"][source.count()])
  }
}

/// Has one field, of any name.
struct NamedField: Encodable {
  var name: String

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(1, forKey: AnyKey(name))
  }
}

/// Values that Swift holds for equal and that are written differently.
struct LooseKey: Codable, Hashable, Mutable {
  var group: Int
  var note: String

  static func == (one: LooseKey, other: LooseKey) -> Bool { one.group == other.group }
  func hash(into hasher: inout Hasher) { hasher.combine(group) }

  static func random(_ source: inout Seeded, depth: Int) -> LooseKey {
    LooseKey(group: source.count(), note: ["x", "y"][source.count(to: 1)])
  }
}

/// Writes its dictionary, list or set as if it were that itself.
enum Forwarded: Codable, Mutable {
  case table([String: Point])
  case list([Point])
  case pairs([Point: Int])
  case nothing

  init(from decoder: any Decoder) throws { self = .table(try .init(from: decoder)) }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .table(let table): try table.encode(to: encoder)
    case .list(let list): try list.encode(to: encoder)
    case .pairs(let pairs): try pairs.encode(to: encoder)
    case .nothing: break
    }
  }

  static func random(_ source: inout Seeded, depth: Int) -> Forwarded {
    switch source.count(to: 3) {
    case 0: .table(.random(&source, depth: 2))
    case 1: .list(.random(&source, depth: 2))
    case 2: .pairs(.random(&source, depth: 2))
    default: .nothing
    }
  }

  mutating func mutate(_ source: inout Seeded) {
    switch self {
    case .table(var table) where source.chance(70):
      table.mutate(&source)
      self = .table(table)
    case .list(var list) where source.chance(70):
      list.mutate(&source)
      self = .list(list)
    default: self = .random(&source, depth: 2)
    }
  }
}

/// Writes to nested containers, but only now and then.
struct Sometimes: Codable, Mutable {
  var numbers: [Int]
  var isOdd: Bool

  private enum CodingKeys: String, CodingKey { case numbers, isOdd }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isOdd, forKey: .isOdd)
    guard isOdd else { return try container.encode(numbers, forKey: .numbers) }
    var list = container.nestedUnkeyedContainer(forKey: .numbers)
    for number in numbers { try list.encode(number) }
  }

  init(numbers: [Int], isOdd: Bool) { (self.numbers, self.isOdd) = (numbers, isOdd) }

  static func random(_ source: inout Seeded, depth: Int) -> Sometimes {
    Sometimes(numbers: .random(&source, depth: 2), isOdd: source.chance(30))
  }

  mutating func mutate(_ source: inout Seeded) {
    if source.chance(30) { isOdd.toggle() } else { numbers.mutate(&source) }
  }
}

/// Whatever an app's state may hold, in one value.
struct World: Codable, Mutable {
  var mixed: Mixed
  var items: [Mixed]
  var byID: [UUID: Point]
  var folded: [FoldedKey: Int]
  var foldedSet: Set<FoldedKey>
  var loose: [LooseKey: Point]
  var looseSet: Set<LooseKey>
  var forwarded: Forwarded
  var sometimes: [Sometimes]
  /// Objects, which never change in place.
  var chain: Link?
  var data: Data
  var date: Date?
  var money: Decimal

  static func random(_ source: inout Seeded, depth: Int) -> World {
    World(
      mixed: .random(&source, depth: 2), items: .random(&source, depth: 2),
      byID: [:], folded: .random(&source), foldedSet: .random(&source), loose: .random(&source),
      looseSet: .random(&source), forwarded: .random(&source), sometimes: .random(&source),
      chain: Link.chain(source.count()), data: Data((0..<source.count()).map { UInt8($0) }),
      date: nil,
      money: 1)
  }

  mutating func mutate(_ source: inout Seeded) {
    switch source.count(to: 13) {
    case 0, 1: mixed.mutate(&source)
    case 2, 3: items.mutate(&source)
    case 4: byID[id(source.count())] = source.chance(30) ? nil : .random(&source)
    case 5: folded.mutate(&source)
    case 6: foldedSet.mutate(&source)
    case 7: loose.mutate(&source)
    case 8: looseSet.mutate(&source)
    case 9: forwarded.mutate(&source)
    case 10: sometimes.mutate(&source)
    case 11: chain = Link.chain(source.count())
    case 12: data = Data((0..<source.count()).map { UInt8($0) })
    default:
      date = source.chance(30) ? nil : Date(timeIntervalSince1970: Double(source.count()))
      money = Decimal(source.count()) / 10
    }
  }

  private func id(_ number: Int) -> UUID {
    UUID(uuid: (UInt8(number * 60), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  }
}
