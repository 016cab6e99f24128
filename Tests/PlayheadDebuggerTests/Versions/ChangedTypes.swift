import Foundation
import PlayheadFlux
import PlayheadReplay

/// A type with one field, whose type is the change.
struct Holding<Field: Codable & Sendable & Sampled>: ChangedType {
  var field = Field.sample
}

protocol Sampled {
  static var sample: Self { get }
}

extension Int: Sampled { static var sample: Int { 7 } }
extension Double: Sampled { static var sample: Double { 7 } }
extension Array: Sampled where Element: Sampled {
  static var sample: [Element] { [Element.sample] }
}
extension Set: Sampled where Element: Sampled {
  static var sample: Set<Element> { [Element.sample] }
}

/// A number that few other types can hold.
struct Awkward<Number: Codable & Sendable & AwkwardNumber>: ChangedType {
  var field = Number.awkward
}

protocol AwkwardNumber {
  static var awkward: Self { get }
}

extension Double: AwkwardNumber { static var awkward: Double { 0.5 } }
extension Decimal: AwkwardNumber {
  static var awkward: Decimal { Decimal(string: "1234567890.12345678901") ?? 0 }
}

/// A type with fields that come and go.
enum Fields {
  struct Two: ChangedType {
    var name = "mug"
    var count = 2
  }
  struct OptionalAdded: ChangedType {
    var name = ""
    var count = 0
    var note: String?
  }
  struct DefaultAdded: ChangedType {
    var name = ""
    var count = 0
    var price = 5

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      count = try container.decode(Int.self, forKey: .count)
      price = try container.decodeIfPresent(Int.self, forKey: .price) ?? 5
    }
  }
  struct RequiredAdded: ChangedType {
    var name = ""
    var count = 0
    var price = 5
  }
  struct Removed: ChangedType { var name = "" }
}

/// Cases that come and go.
enum Cases {
  enum Old: Codable, Sendable, Sampled {
    static var sample: Old { .post(id: 7) }
    case home
    case post(id: Int)
  }
  enum More: Codable, Sendable, Sampled {
    static var sample: More { .home }
    case home
    case post(id: Int)
    case person(name: String)
  }
  enum Fewer: Codable, Sendable, Sampled {
    static var sample: Fewer { .home }
    case home
  }
}

/// A type with versions.
enum Versioned {
  struct One: ChangedType { var count = 7 }
  struct Same: ChangedType {
    static var stateVersion: Int { 2 }
    var count = 7
  }
  struct Two: ChangedType {
    static var stateVersion: Int { 2 }
    static var stateUpgrade: Upgrade? {
      .state(of: "thing", from: One.self) { Two(units: $0.count) }
    }
    static var actionUpgrade: Upgrade? {
      Upgrade(from: Carry<One>.self) { Carry(value: Two(units: $0.value.count)) }
    }
    var units = 0
  }
}
