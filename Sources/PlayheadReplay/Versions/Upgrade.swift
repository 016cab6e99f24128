import PlayheadFlux

/// Turns an action or a state that an older build wrote into one of this build.
///
/// List an app's upgrades in ``ReplayDetails/upgrades``, or in the `upgrades` of an ``AppEntry``. They apply when a
/// log is replayed.
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
/// An old type has the name and version that it stands for, like a current one, and stays in the code:
///
/// ```swift
/// struct AddItemV1: Action {
///   static let actionName = AddItem.actionName
///   var sku: String
/// }
/// ```
///
/// Upgrades are chained: from version 1 to 2, and from 2 to 3. Their order in the list does not matter.
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

  let rule: Rule

  /// Turns each `old` action into a current or a newer one. `nil` leaves the action out. An app whose upgrades lead
  /// to a type that is none of its actions does not start.
  ///
  /// - Parameters:
  ///   - old: The type whose `actionName` and `actionVersion` select the actions. A type that is no `Action` has
  ///     its own name, and version 1.
  ///   - make: If it throws, the action cannot be replayed.
  public init<Old: Codable & SendableMetatype, New: Codable & SendableMetatype>(
    from old: Old.Type, _ make: @escaping @Sendable (Old) throws -> New?
  ) {
    rule = .action(
      ActionUpgrade(old: Self.actionType(old), new: Self.actionType(New.self)) { action in
        let old: Old = try Self.cast((action as? any BoxedValue)?.anyValue ?? action)
        return try make(old).map { $0 as? any Action ?? Boxed(value: $0) }
      })
  }

  /// The type as an action's.
  private static func actionType<Value: Codable & SendableMetatype>(
    _ type: Value.Type
  ) -> any Action.Type {
    type as? any Action.Type ?? Boxed<Value>.self
  }

  /// Decodes the actions called `name` as `type`: the same fields under a new name. An enum's name stands for
  /// those of its cases.
  ///
  /// Versions stay the same: version 1 of the old name is version 1 of the new one, and upgraded as such.
  public static func renamed<New: Codable & SendableMetatype>(
    _ name: String, to type: New.Type
  ) -> Upgrade {
    Upgrade(.renamed(name, to: actionType(type)))
  }

  /// Leaves out the actions called `name`, of all versions. Use it if no state now shows their effect. An
  /// enum's name stands for those of its cases.
  public static func dropped(_ name: String) -> Upgrade { Upgrade(.dropped(name)) }

  /// Turns an `old` state of a store into a current or a newer one.
  ///
  /// Only the states with which a log begins, or continues after a gap, need an upgrade; others are replayed.
  ///
  /// - Parameters:
  ///   - store: This build's name for the store.
  ///   - old: The type whose `stateVersion` selects the states; version 1 if it is no `VersionedState`.
  ///   - make: If it throws, the log cannot be replayed.
  public static func state<Old: Codable & Sendable, New: Codable & Sendable>(
    of store: String, from old: Old.Type, _ make: @escaping @Sendable (Old) throws -> New
  ) -> Upgrade {
    Upgrade(
      .state(StateUpgrade(store: store, old: old, new: New.self) { try make(Self.cast($0)) }))
  }

  /// Reads the states of the store that was called `name` as those of the store `current`.
  public static func storeRenamed(_ name: String, to current: String) -> Upgrade {
    Upgrade(.storeRenamed(name, to: current))
  }

  /// Leaves out the states of the store called `name`, which the app no longer has.
  public static func storeDropped(_ name: String) -> Upgrade { Upgrade(.storeDropped(name)) }

  /// Allows logs of older builds without the store called `name`. The store begins with the app's initial
  /// state, also after every gap.
  public static func storeAdded(_ name: String) -> Upgrade { Upgrade(.storeAdded(name)) }

  private init(_ rule: Rule) {
    self.rule = rule
  }

  private static func cast<Old>(_ value: Any) throws -> Old {
    guard let old = value as? Old else { throw IncompatibilityReason.upgradeMismatch }
    return old
  }
}

/// Turns actions of one type into actions of another.
struct ActionUpgrade: Sendable {
  let old: any Action.Type
  let new: any Action.Type
  /// Returns nil to leave the action out.
  let make: @Sendable (any Action) throws -> (any Action)?
}

/// Turns a store's states of one type into states of another.
struct StateUpgrade: Sendable {
  let store: String
  let old: any (Codable & Sendable).Type
  let new: any (Codable & Sendable).Type
  let make: @Sendable (any Codable & Sendable) throws -> any Codable & Sendable

  var oldVersion: Int { stateVersion(of: old) }

  var newVersion: Int { stateVersion(of: new) }
}
