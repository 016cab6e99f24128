import Foundation
import PlayheadFlux

/// A struct of which the fields are described at run time, and which encodes as a synthesized one with them would.
struct Described<Plan: FieldPlan>: Sample {
  var values: [(any Sample)?]

  static func random(_ source: Source) -> Described {
    source.nested {
      Described(
        values: Plan.fields.map { field in
          field.presence != .always && source.chance(50) ? nil : field.type.random(source)
        })
    }
  }

  init(values: [(any Sample)?]) { self.values = values }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    values = try Plan.fields.map { try $0.decode(from: container) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (field, value) in zip(Plan.fields, values) { try field.encode(value, to: &container) }
  }

  static func == (one: Described, other: Described) -> Bool {
    zip(one.values, other.values).allSatisfy { one, other in
      guard let one, let other else { return one == nil && other == nil }
      return one.isEqual(other)
    }
  }
}

/// The fields of a described struct.
protocol FieldPlan: Sendable {
  static var fields: [Field] { get }
}

struct Field: Sendable {
  /// How a field is written.
  enum Presence: CaseIterable, Equatable {
    case always, ifPresent, orNull, conditional
  }

  var key: AnyKey
  var type: any Sample.Type
  var presence: Presence

  func decode(from container: KeyedDecodingContainer<AnyKey>) throws -> (any Sample)? {
    try decode(self.type, from: container)
  }

  func encode(
    _ value: (any Sample)?, to container: inout KeyedEncodingContainer<AnyKey>
  ) throws {
    try encode(value, as: self.type, to: &container)
  }

  private func decode<T: Sample>(
    _ type: T.Type, from container: KeyedDecodingContainer<AnyKey>
  ) throws -> (any Sample)? {
    presence == .always
      ? try container.decode(T.self, forKey: key)
      : try container.decodeIfPresent(T.self, forKey: key)
  }

  private func encode<T: Sample>(
    _ value: (any Sample)?, as type: T.Type, to container: inout KeyedEncodingContainer<AnyKey>
  ) throws {
    let value = value as? T
    switch presence {
    case .ifPresent: try container.encodeIfPresent(value, forKey: key)
    case .orNull: try container.encode(value, forKey: key)
    case .always, .conditional: if let value { try container.encode(value, forKey: key) }
    }
  }
}

extension FieldPlan {
  /// As many fields, of which as many are optional, of types by chance. At most two are nested structs: more would
  /// make values of which a machine has not enough memory.
  static func make(
    _ count: Int, optional: Int, nesting: [any Sample.Type] = []
  ) -> [Field] {
    let source = Source(seed: PayloadSeed.value &+ UInt64(count))
    let presences = (0..<count).map { index -> Field.Presence in
      index < optional ? source.pick([.ifPresent, .ifPresent, .orNull, .conditional]) : .always
    }
    var order = Array(presences.indices)
    for index in order.indices.dropLast() {
      order.swapAt(index, source.number(index...order.count - 1))
    }
    return order.enumerated().map { place, index in
      let type = place < 2 && !nesting.isEmpty ? source.pick(nesting) : source.pick(memberTypes)
      return Field(key: AnyKey("field\(index)"), type: type, presence: presences[index])
    }
  }
}

/// What a described struct or enum may have.
private let memberTypes: [any Sample.Type] = [
  Int.self, Int.self, String.self, String.self, Bool.self, Double.self, UInt8.self, Int64.self,
  Float.self, Date.self, UUID.self, URL.self, Data.self, [Int].self, [String].self, [Int?].self,
  [String: Int].self, [Int: String].self, Set<Int>.self, Role.self, [Role].self, Mood.self,
  [Mood].self, Unit.self, One.self, [One].self, Eight.self, [String: One].self,
]

enum NoFields: FieldPlan { static let fields = make(0, optional: 0) }
enum OneField: FieldPlan { static let fields = make(1, optional: 0) }
enum OneOptional: FieldPlan { static let fields = make(2, optional: 1) }
enum SixFields: FieldPlan { static let fields = make(6, optional: 3) }
enum TenOptionals: FieldPlan { static let fields = make(11, optional: 10, nesting: small) }
enum TwentyFields: FieldPlan { static let fields = make(20, optional: 0, nesting: small) }
enum HalfOptional: FieldPlan { static let fields = make(40, optional: 20, nesting: small) }
enum FortyOptionals: FieldPlan { static let fields = make(41, optional: 40, nesting: large) }
enum SixtyFields: FieldPlan { static let fields = make(60, optional: 40, nesting: large) }

private let small: [any Sample.Type] = [
  Described<NoFields>.self, Described<OneField>.self, [Described<OneOptional>].self,
  Described<SixFields>.self, [Described<SixFields>].self, [String: Described<SixFields>].self,
]
private let large: [any Sample.Type] =
  small + [
    Described<TenOptionals>.self, [Described<TenOptionals>].self, Described<TwentyFields>.self,
  ]

/// A value of any of the described structs.
struct AnyDescribed: Sample {
  var a: Described<NoFields>?
  var b: Described<OneField>?
  var c: Described<OneOptional>?
  var d: Described<SixFields>?
  var e: Described<TenOptionals>?
  var f: Described<TwentyFields>?
  var g: Described<HalfOptional>?
  var h: Described<FortyOptionals>?
  var i: Described<SixtyFields>?

  static func random(_ source: Source) -> AnyDescribed {
    var value = AnyDescribed()
    switch source.number(0...8) {
    case 0: value.a = .random(source)
    case 1: value.b = .random(source)
    case 2: value.c = .random(source)
    case 3: value.d = .random(source)
    case 4: value.e = .random(source)
    case 5: value.f = .random(source)
    case 6: value.g = .random(source)
    case 7: value.h = .random(source)
    default: value.i = .random(source)
    }
    return value
  }
}

/// An enum of which the cases are described at run time, and which encodes as a synthesized one with them would.
struct DescribedChoice<Plan: FieldPlan>: Sample {
  /// The place of the case in the plan.
  var index: Int
  var payload: (any Sample)?

  private static var payloadKey: AnyKey { AnyKey("_0") }

  static func random(_ source: Source) -> DescribedChoice {
    let index = source.number(0...Plan.fields.count - 1)
    let field = Plan.fields[index]
    return DescribedChoice(
      index: index, payload: field.presence == .always ? nil : field.type.random(source))
  }

  init(index: Int, payload: (any Sample)?) { (self.index, self.payload) = (index, payload) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let key = container.allKeys.first
    index = Plan.fields.firstIndex { $0.key == key } ?? -1
    guard container.allKeys.count == 1, let key, index >= 0 else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no case"))
    }
    let nested = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
    let field = Plan.fields[index]
    guard field.presence != .always else { return }
    payload = try Self.payload(field.type, nested)
  }

  private static func payload<T: Sample>(
    _ type: T.Type, _ container: KeyedDecodingContainer<AnyKey>
  ) throws -> any Sample {
    try container.decode(T.self, forKey: payloadKey)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: Plan.fields[index].key)
    if let payload { try nested.encode(payload, forKey: Self.payloadKey) }
  }

  static func == (one: DescribedChoice, other: DescribedChoice) -> Bool {
    guard let payload = one.payload, let otherPayload = other.payload else {
      return one.index == other.index && one.payload == nil && other.payload == nil
    }
    return one.index == other.index && payload.isEqual(otherPayload)
  }
}

enum OneCase: FieldPlan { static let fields = make(1, optional: 1) }
enum ThirtyCases: FieldPlan { static let fields = make(30, optional: 15) }
enum ManyCases: FieldPlan { static let fields = make(200, optional: 120, nesting: small) }

/// Several enums side by side.
struct Choices: SynthesizedSample {
  var one: DescribedChoice<OneCase>
  var some: DescribedChoice<ThirtyCases>
  var many: DescribedChoice<ManyCases>
  var maybe: DescribedChoice<ManyCases>?
  var list: [DescribedChoice<ThirtyCases>]
  var unit: Unit
  var role: Role
  var mood: Mood
  var other: Mood?
}
