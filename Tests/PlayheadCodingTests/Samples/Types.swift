import Foundation

struct Point: Codable, Hashable, Generated {
  var x: Double
  var y: Double

  static func random(_ source: inout Seeded, depth: Int) -> Point {
    Point(x: .random(&source, depth: 0), y: .random(&source, depth: 0))
  }
}

struct Empty: Codable, Hashable, Generated {
  static func random(_ source: inout Seeded, depth: Int) -> Empty { Empty() }
}

/// A single value in a type of its own.
struct Name: RawRepresentable, Codable, Hashable, Generated {
  var rawValue: String

  static func random(_ source: inout Seeded, depth: Int) -> Name {
    Name(rawValue: .random(&source, depth: 0))
  }
}

/// A key that the standard library writes as text.
enum Direction: String, Codable, Hashable, CodingKeyRepresentable, CaseIterable, Generated {
  case north, south

  static func random(_ source: inout Seeded, depth: Int) -> Direction {
    source.chance(50) ? .north : .south
  }
}

/// An enumeration with all that cases can have, and itself within itself.
enum Expression: Codable, Hashable, Generated {
  case none
  case number(Int)
  case pair(Int, label: String?)
  case list([Expression])
  case table([String: Expression])
  indirect case sum(Expression, Expression)
  indirect case maybe(Expression?)

  static func random(_ source: inout Seeded, depth: Int) -> Expression {
    switch depth <= 0 ? source.count(to: 2) : source.count(to: 6) {
    case 0: .none
    case 1: .number(.random(&source, depth: 0))
    case 2: .pair(.random(&source, depth: 0), label: .random(&source, depth: 0))
    case 3: .list(.random(&source, depth: depth - 1))
    case 4: .table(.random(&source, depth: depth - 1))
    case 5: .sum(.random(&source, depth: depth - 1), .random(&source, depth: depth - 1))
    default: .maybe(.random(&source, depth: depth - 1))
    }
  }
}

/// JSON as apps model it: one type whose values take any form.
enum Loose: Codable, Hashable, Generated {
  case null
  case text(String)
  case list([Loose])
  case object([String: Loose])

  init(from decoder: any Decoder) throws {
    let place = try decoder.singleValueContainer()
    if place.decodeNil() {
      self = .null
    } else if let text = try? place.decode(String.self) {
      self = .text(text)
    } else if let list = try? place.decode([Loose].self) {
      self = .list(list)
    } else {
      self = .object(try place.decode([String: Loose].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var place = encoder.singleValueContainer()
    switch self {
    case .null: try place.encodeNil()
    case .text(let text): try place.encode(text)
    case .list(let list): try place.encode(list)
    case .object(let object): try place.encode(object)
    }
  }

  static func random(_ source: inout Seeded, depth: Int) -> Loose {
    switch depth <= 0 ? source.count(to: 1) : source.count(to: 3) {
    case 0: .null
    case 1: .text(.random(&source, depth: 0))
    case 2: .list(.random(&source, depth: depth - 1))
    default: .object(.random(&source, depth: depth - 1))
    }
  }
}

/// Everything that synthesized code writes, in one value.
struct Mixed: Codable, Hashable, Generated {
  var number: Int
  var byte: UInt8
  var wide: Int128
  var flag: Bool
  var real: Double
  var text: String
  var maybe: String?
  var perhaps: Int??
  var loose: Loose?
  var point: Point
  var empty: Empty
  var name: Name
  var names: Set<Name>
  var sets: Set<Set<Int>>
  var byText: [String: Int?]
  var byNumber: [Int: Bool]
  var byDirection: [Direction: [Point]]
  var byPoint: [Point: Expression]
  var byName: [Name: Set<UInt64>]
  var optionals: [Int??]
  var nested: [[[String?]]]
  var expression: Expression

  static func random(_ source: inout Seeded, depth: Int) -> Mixed {
    let less = depth - 1
    return Mixed(
      number: .random(&source, depth: less), byte: .random(&source, depth: less),
      wide: .random(&source, depth: less), flag: .random(&source, depth: less),
      real: .random(&source, depth: less), text: .random(&source, depth: less),
      maybe: .random(&source, depth: less), perhaps: .random(&source, depth: less),
      loose: .random(&source, depth: less), point: .random(&source, depth: less),
      empty: .random(&source, depth: less), name: .random(&source, depth: less),
      names: .random(&source, depth: less), sets: .random(&source, depth: less),
      byText: .random(&source, depth: less), byNumber: .random(&source, depth: less),
      byDirection: .random(&source, depth: less), byPoint: .random(&source, depth: less),
      byName: .random(&source, depth: less), optionals: .random(&source, depth: less),
      nested: .random(&source, depth: less), expression: .random(&source, depth: less))
  }
}
