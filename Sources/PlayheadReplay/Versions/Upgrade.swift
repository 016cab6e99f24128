public import PlayheadFlux

/// How an action or a state that an older build wrote becomes one of this build.
///
/// An app lists them in ``ReplayDetails/upgrades``. They are used where something is read that was kept: a log that
/// is replayed, or actions that the app itself put aside.
///
/// ```swift
/// extension Market: ReplayDetails {
///   static var upgrades: [Upgrade] {
///     [
///       Upgrade(from: AddItemV1.self) { old in AddItem(sku: old.sku, quantity: 1) },
///       .renamed("Market.Scan", to: AddItem.self),
///       .dropped("Market.Greet"),
///       .state(of: "cart", from: CartV1.self) { old in Cart(lines: old.skus.map(Line.init)) },
///     ]
///   }
/// }
/// ```
///
/// An old type says which name and version it stands for, as present ones do, and lives on beside them:
///
/// ```swift
/// struct AddItemV1: Action {
///   static let actionName = AddItem.actionName
///   var sku: String
/// }
/// ```
///
/// Upgrades are chained: from version 1 to 2, and from 2 to 3. There is no order among them.
public struct Upgrade: Sendable {
  /// What is upgraded, and how.
  enum Rule: Sendable {
    case action(ActionUpgrade)
    case renamed(String, to: any Action.Type)
    case dropped(String)
    case state(StateUpgrade)
    case storeRenamed(String, to: String)
    case storeDropped(String)
    case storeAdded(String)
  }

  /// What is upgraded, and how.
  let rule: Rule

  /// Makes a present or a newer action out of each `old` one, or none: `nil` leaves it out.
  ///
  /// - Parameters:
  ///   - old: Says by its `actionName` and `actionVersion` which actions are meant.
  ///   - make: May throw: then the action cannot be replayed.
  public init<Old: Action, New: Action>(
    from old: Old.Type, _ make: @escaping @Sendable (Old) throws -> New?
  ) {
    rule = .action(ActionUpgrade(old: old, new: New.self) { try make(Self.cast($0)) })
  }

  /// Reads the actions that were called `name` as `type`: the same fields under a new name.
  ///
  /// Versions stay what they are: version 1 under the old name is version 1 under the new one, and is
  /// upgraded as such.
  public static func renamed(_ name: String, to type: any Action.Type) -> Upgrade {
    Upgrade(.renamed(name, to: type))
  }

  /// Leaves out the actions called `name`, of all versions: what they did is no part of any state now.
  public static func dropped(_ name: String) -> Upgrade { Upgrade(.dropped(name)) }

  /// Makes a present or a newer state of the store called `store` out of an `old` one.
  ///
  /// The states that the log begins with need it, and those behind a gap; others are replayed.
  ///
  /// - Parameters:
  ///   - store: What this build calls the store.
  ///   - old: Says by its `stateVersion` which states are meant; version 1 if it is no
  ///     `VersionedState`.
  ///   - make: May throw: then the log cannot be replayed.
  public static func state<Old: Codable & Sendable, New: Codable & Sendable>(
    of store: String, from old: Old.Type, _ make: @escaping @Sendable (Old) throws -> New
  ) -> Upgrade {
    Upgrade(
      .state(StateUpgrade(store: store, old: old, new: New.self) { try make(Self.cast($0)) }))
  }

  /// Reads the states of the store that was called `name` as those of the store `present`.
  public static func storeRenamed(_ name: String, to present: String) -> Upgrade {
    Upgrade(.storeRenamed(name, to: present))
  }

  /// Leaves out the states of the store called `name`, which the app has no more.
  public static func storeDropped(_ name: String) -> Upgrade { Upgrade(.storeDropped(name)) }

  /// Allows logs of older builds without the store called `name`. It begins with the app's initial state, also behind
  /// every gap.
  public static func storeAdded(_ name: String) -> Upgrade { Upgrade(.storeAdded(name)) }

  private init(_ rule: Rule) {
    self.rule = rule
  }

  private static func cast<Old>(_ value: Any) throws -> Old {
    guard let old = value as? Old else { throw UpgradesApart() }
    return old
  }
}

/// An upgrade was given a value of another type than it takes: the one before it makes a type of the same name and
/// version.
struct UpgradesApart: Error {}

/// How actions of one type become actions of another.
struct ActionUpgrade: Sendable {
  let old: any Action.Type
  let new: any Action.Type
  /// Gives nil for what is left out.
  let make: @Sendable (any Action) throws -> (any Action)?
}

/// How a store's states of one type become states of another.
struct StateUpgrade: Sendable {
  let store: String
  let old: any (Codable & Sendable).Type
  let new: any (Codable & Sendable).Type
  let make: @Sendable (any Codable & Sendable) throws -> any Codable & Sendable

  /// The version of the states that it takes.
  var oldVersion: Int { stateVersion(of: old) }

  /// The version of the states that it gives.
  var newVersion: Int { stateVersion(of: new) }
}
