import PlayheadCoding
public import PlayheadFlux

/// An app that the command line and tests can replay: one on PlayheadFlux, a reducer, or any ``Replayable``.
///
/// A log names its app. Its actions and states are those that the app recorded with a `Recording`.
///
/// ```swift
/// PlayheadCommand.main(apps: [
///   .app(Shop.self),
///   .reducer("counter", initial: Counter(), action: CounterAction.self) { $0.reduce($1) },
///   .player("game") { CounterPlayer() },
/// ])
/// ```
public struct AppEntry: Sendable {
  /// The app's name in logs.
  public let name: String
  /// The type of an app on PlayheadFlux; nil for others.
  package let type: (any ReplayableApp.Type)?
  private let make: @Sendable (_ isObserved: Bool) throws -> any Replayable

  /// An app on PlayheadFlux.
  public static func app(_ type: any ReplayableApp.Type) -> AppEntry {
    AppEntry(name: type.appName, type: type) { try DispatcherPlayer(type, observed: $0) }
  }

  /// An app with an engine of its own. Branches of its logs can skip and move actions, but not make new ones.
  public static func player(
    _ name: String, _ make: @escaping @Sendable () throws -> any Replayable
  ) -> AppEntry {
    AppEntry(name: name, type: nil) { _ in try make() }
  }

  /// An app whose state changes by a function of the state and an action of one type, often an `enum`.
  ///
  /// - Parameters:
  ///   - name: The app's name in logs.
  ///   - store: The name of the state in logs; by default the app's.
  ///   - initial: The state before the first action.
  ///   - action: The type of the actions.
  ///   - upgrades: Turns actions and states of older builds into those of this one.
  ///   - file: Where the reducer is, for `list` in `debug`.
  ///   - line: The line there.
  ///   - reduce: Changes the state. It must not depend on anything else.
  public static func reducer<State: Codable & SendableMetatype, Action: Codable & SendableMetatype>(
    _ name: String, store: String? = nil, initial: @escaping @autoclosure @Sendable () -> State,
    action: Action.Type, upgrades: [Upgrade] = [], file: StaticString = #fileID,
    line: UInt = #line, _ reduce: @escaping @Sendable (inout State, Action) -> Void
  ) -> AppEntry {
    reducer(
      name, store: store, initial: initial(), types: [Foreign<Action>.self], upgrades,
      SourcePlace(file, line)
    ) { state, action in
      if let action = action as? Action { reduce(&state, action) }
    }
  }

  /// An app whose state changes by a function of the state and an action of one of several types.
  ///
  /// - Parameters:
  ///   - name: The app's name in logs.
  ///   - store: The name of the state in logs; by default the app's.
  ///   - initial: The state before the first action.
  ///   - actions: The types of the actions. All conform to `Action`, or are subclasses of it.
  ///   - upgrades: Turns actions and states of older builds into those of this one.
  ///   - file: Where the reducer is, for `list` in `debug`.
  ///   - line: The line there.
  ///   - reduce: Changes the state. It must not depend on anything else.
  public static func reducer<State: Codable & SendableMetatype, Action>(
    _ name: String, store: String? = nil, initial: @escaping @autoclosure @Sendable () -> State,
    actions: [any (Codable & SendableMetatype).Type], upgrades: [Upgrade] = [],
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (inout State, Action) -> Void
  ) -> AppEntry {
    func foreign<Value: Codable & SendableMetatype>(
      _ type: Value.Type
    ) -> any PlayheadFlux.Action.Type {
      Foreign<Value>.self
    }
    // `Action` may be a protocol, whose metatype is not `Sendable`. The closure only reads it.
    nonisolated(unsafe) let reduceAny = { (state: inout State, value: Any) in
      guard let action = value as? Action else {
        fatalError("\(Swift.type(of: value)) is in 'actions' and is no \(Action.self).")
      }
      reduce(&state, action)
    }
    return reducer(
      name, store: store, initial: initial(), types: actions.map { foreign($0) }, upgrades,
      SourcePlace(file, line)
    ) { reduceAny(&$0, $1) }
  }

  private static func reducer<State: Codable & SendableMetatype>(
    _ name: String, store: String?, initial: @escaping @autoclosure @Sendable () -> State,
    types: [any Action.Type], _ upgrades: [Upgrade], _ place: SourcePlace,
    _ reduce: @escaping @Sendable (inout State, Any) -> Void
  ) -> AppEntry {
    AppEntry(name: name, type: nil) { _ in
      let reducer = Reducer<Foreign<State>>().on(types: types, place) { state, action, _ in
        if let action = action as? any ForeignValue { reduce(&state.value, action.anyValue) }
      }
      let dispatcher = Dispatcher(inputs: .seeded())
      try dispatcher.register(Store(store ?? name, Foreign(value: initial()), reducer: reducer))
      return try DispatcherPlayer(dispatcher, upgrades: upgrades, variant: name)
    }
  }

  /// The app in its initial state.
  public func player() throws -> any Replayable { try make(true) }

  /// The same; observers are notified only if `isObserved`.
  package func player(isObserved: Bool) throws -> any Replayable { try make(isObserved) }
}

/// A value of a type that does not know Playhead, as an action or a state. It is encoded and named as the
/// value. `@unchecked` because a replay uses it on one thread at a time.
struct Foreign<Value: Codable>: Action, VersionedState, StandInType, @unchecked Sendable {
  var value: Value

  static var original: any Any.Type { Value.self }
  static var actionName: String { stableName(of: Value.self) }
  static var stateVersion: Int { PlayheadFlux.stateVersion(of: Value.self) }

  init(value: Value) { self.value = value }

  // A single value, so that a coder that knows the type, such as a dictionary's, still does.
  init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Foreign: Equatable where Value: Equatable {}

/// An action or a state whose type does not know Playhead.
protocol ForeignValue: Action {
  var anyValue: Any { get }
  /// Nil if the value has another type.
  init?(anyValue: Any)
}

extension Foreign: ForeignValue {
  var anyValue: Any { value }

  init?(anyValue: Any) {
    guard let value = anyValue as? Value else { return nil }
    self.value = value
  }
}
