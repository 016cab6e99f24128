import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay

/// A value as one build of an app has it: the state of a store, or what an action carries.
protocol ChangedType: VersionedState, Codable, Sendable {
  init()
  /// What an action does to it.
  mutating func touch()
  /// What a newer build does with values of older ones.
  static var stateUpgrade: Upgrade? { get }
  static var actionUpgrade: Upgrade? { get }
}

extension ChangedType {
  mutating func touch() {}
  static var stateVersion: Int { 1 }
  static var stateUpgrade: Upgrade? { nil }
  static var actionUpgrade: Upgrade? { nil }
}

struct Carry<Value: ChangedType>: Action {
  static var actionName: String { "Carry" }
  static var actionVersion: Int { Value.stateVersion }
  var value = Value()
}

struct Touch: Action {
  static var actionName: String { "Touch" }
}

/// An app with the value as a state, which no expectation asks for.
struct StateApp<Value: ChangedType>: ReplayDetails {
  static var appName: String { "changed" }
  static var upgrades: [Upgrade] { [Value.stateUpgrade].compactMap(\.self) }
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    let thing = Store("thing", Value()).on(Touch.self) { thing, _ in thing.touch() }
    try dispatcher.register(
      thing, Store("seen", 0).on(Touch.self) { seen, _ in seen += 1 })
  }
}

/// An app with the value in an action.
struct ActionApp<Value: ChangedType>: ReplayDetails {
  static var appName: String { "changed" }
  static var upgrades: [Upgrade] { [Value.actionUpgrade].compactMap(\.self) }
  let dispatcher: Dispatcher

  init(inputs: SystemInputs) throws {
    dispatcher = Dispatcher(inputs: inputs)
    try dispatcher.register(
      Store("seen", 0).on(Carry<Value>.self) { seen, _ in seen += 1 })
  }
}

/// One way in which a type changed, and what a build with the new type says to logs of the old one.
struct TypeChange: Sendable, CustomStringConvertible {
  enum Reading: Sendable {
    /// Everything is read as it was written.
    case fine
    /// The type or an upgrade says what is missing.
    case providedFor
    /// Something is read differently.
    case risky
    case impossible
  }

  let description: String
  let reading: Reading
  /// The new app, and a recording of two actions with the old one at a path.
  let app: any ReplayableApp.Type
  let record: @Sendable (String) throws -> Void

  /// The change in a state, and in an action.
  static func both<Old: ChangedType, New: ChangedType>(
    _ reading: Reading, _ old: Old.Type, _ new: New.Type
  ) -> [TypeChange] {
    [
      TypeChange(
        description: "\(old) to \(new), in a state", reading: reading, app: StateApp<New>.self,
        record: { try Self.record(StateApp<Old>.self, Touch(), to: $0) }),
      TypeChange(
        description: "\(old) to \(new), in an action", reading: reading, app: ActionApp<New>.self,
        record: { try Self.record(ActionApp<Old>.self, Carry<Old>(), to: $0) }),
    ]
  }

  private static func record(
    _ type: any ReplayableApp.Type, _ action: any Action, to path: String
  ) throws {
    let app = try type.init(inputs: .seeded())
    let recording = try app.dispatcher.record(to: path, app: type.appName)
    for _ in 1...2 { app.dispatcher.dispatch(action) }
    try recording.close()
  }
}

// MARK: - The types

struct Counted1: ChangedType { var count = 7 }
struct Counted2: ChangedType {
  static var stateVersion: Int { 2 }
  static var stateUpgrade: Upgrade? {
    .state(of: "thing", from: Counted1.self) { Counted2(units: $0.count) }
  }
  static var actionUpgrade: Upgrade? {
    Upgrade(from: Carry<Counted1>.self) { Carry(value: Counted2(units: $0.value.count)) }
  }
  var units = 0
}
struct WithoutUpgrade: ChangedType {
  static var stateVersion: Int { 2 }
  var count = 7
}
struct WithNote: ChangedType {
  var count = 0
  var note: String?
}
struct WithDefault: ChangedType {
  var count = 0
  var price = 5

  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try container.decode(Int.self, forKey: .count)
    price = try container.decodeIfPresent(Int.self, forKey: .price) ?? 5
  }
}
struct WithPrice: ChangedType {
  var count = 0
  var price = 5
}
struct Fractional: ChangedType { var count = 0.5 }
struct Listed: ChangedType { var parts = [7] }
struct Unordered: ChangedType { var parts: Set<Int> = [] }
struct Placed: ChangedType {
  enum Place: Codable, Sendable { case home, post(id: Int) }
  var place = Place.post(id: 7)
}
struct PlacedAnywhere: ChangedType {
  enum Place: Codable, Sendable { case home, post(id: Int), person(name: String) }
  var place = Place.home
}
struct PlacedHome: ChangedType {
  enum Place: Codable, Sendable { case home }
  var place = Place.home
}
/// Values in each kind of container.
struct Several<Part: ChangedType>: ChangedType {
  var all = [Part()]
  var byName = ["a": Part()]
  var one: Part? = Part()
}
struct Named1: ChangedType { var sizes = ["a": 1] }
/// Its states are read with one more entry: no field of a type.
struct Named2: ChangedType {
  var sizes = ["a": 1, "b": 2]

  init() {}
  init(from decoder: any Decoder) throws { self.init() }
}
/// Each `Touch` raises the new field, so that it is not only supplied.
struct Raised: ChangedType {
  var count = 0
  var price = 5
  mutating func touch() { price += 1 }

  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    count = try container.decode(Int.self, forKey: .count)
    price = try container.decodeIfPresent(Int.self, forKey: .price) ?? 5
  }
}
