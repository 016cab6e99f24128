public import PlayheadFlux

/// An app that the command line and tests can replay: one on PlayheadFlux, a reducer, several stores,
/// or any ``Replayable``.
///
/// A log names its app. Its actions and states are those that the app recorded with a `Recording`.
///
/// ```swift
/// PlayheadCommand.main(apps: [
///   .app(Shop.self),
///   .reducer("counter", initial: Counter(), action: CounterAction.self) { $0.reduce($1) },
///   .stores(
///     "studio",
///     .store("library", initial: Library(), action: LibraryAction.self) { $0.reduce($1) },
///     .store("window_*", initial: Window(), action: WindowAction.self) { $0.reduce($1) }),
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
    AppEntry(name: type.appName, type: type) { isObserved in
      let player = try DispatcherPlayer(type)
      if !isObserved { player.dispatcher.disableObservers() }
      return player
    }
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
      name, upgrades,
      .store(
        store ?? name, initial: initial(), action: action, file: file, line: line, reduce))
  }

  /// The same for a function of the main actor: a replay calls it there.
  public static func reducer<State: Codable & SendableMetatype, Action: Codable & SendableMetatype>(
    _ name: String, on actor: MainActor.Type, store: String? = nil,
    initial: @escaping @autoclosure @MainActor @Sendable () -> State, action: Action.Type,
    upgrades: [Upgrade] = [], file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @MainActor (inout State, Action) -> Void
  ) -> AppEntry {
    reducer(
      name, upgrades,
      .store(
        store ?? name, on: actor, initial: initial(), action: action, file: file, line: line,
        reduce))
  }

  /// An app whose state changes by a function of the state and an action of one of several types, which all conform to
  /// `Action` or are subclasses of it. The other parameters are those of the function for one type.
  public static func reducer<State: Codable & SendableMetatype, Action>(
    _ name: String, store: String? = nil, initial: @escaping @autoclosure @Sendable () -> State,
    actions: [any (Codable & SendableMetatype).Type], upgrades: [Upgrade] = [],
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (inout State, Action) -> Void
  ) -> AppEntry {
    reducer(
      name, upgrades,
      .store(
        store ?? name, initial: initial(), actions: actions, file: file, line: line, reduce))
  }

  /// The same for a function of the main actor: a replay calls it there.
  public static func reducer<State: Codable & SendableMetatype, Action>(
    _ name: String, on actor: MainActor.Type, store: String? = nil,
    initial: @escaping @autoclosure @MainActor @Sendable () -> State,
    actions: [any (Codable & SendableMetatype).Type], upgrades: [Upgrade] = [],
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @MainActor (inout State, Action) -> Void
  ) -> AppEntry {
    reducer(
      name, upgrades,
      .store(
        store ?? name, on: actor, initial: initial(), actions: actions, file: file, line: line,
        reduce))
  }

  private static func reducer(
    _ name: String, _ upgrades: [Upgrade], _ store: StoreEntry
  ) -> AppEntry {
    AppEntry(name: name, type: nil) { _ in
      let dispatcher = Dispatcher(inputs: .seeded())
      try dispatcher.register(store.make(store.name, nil))
      return try DispatcherPlayer(dispatcher, upgrades: upgrades, variant: name)
    }
  }

  /// An app with several stores, each with its own state and actions. They may come and go, and there may be several
  /// of one kind.
  ///
  /// A replay has the stores that the log has, from the step at which the app called `addStore` to the one at which it
  /// called `removeStore`.
  ///
  /// - Parameters:
  ///   - name: The app's name in logs.
  ///   - stores: The stores, in the order in which they handle an action that is recorded for all of them. Of several
  ///     that fit the name of a store in the log, a name without a `*` counts first, then the longest.
  ///   - upgrades: Turns actions and states of older builds into those of this one.
  public static func stores(
    _ name: String, _ stores: StoreEntry..., upgrades: [Upgrade] = []
  ) -> AppEntry {
    AppEntry(name: name, type: nil) { _ in
      let stores = OwnStores(stores)
      return try DispatcherPlayer(
        Dispatcher(inputs: .seeded()), stores, otherStores: stores.examples, upgrades: upgrades,
        variant: name)
    }
  }

  /// The entry with a picture of what the app shows, made by a function of the state alone. Pages call it for every step.
  ///
  /// An engine that is a ``Replayable`` has its own ``Replayable/picture`` instead.
  ///
  /// - Parameters:
  ///   - type: The type of the state. Of several open stores with such a state, the first counts.
  ///   - draw: Draws a state; nil for no picture.
  public func picture<State>(
    of type: State.Type, _ draw: @escaping @Sendable (State) -> Picture?
  ) -> AppEntry {
    AppEntry(name: name, type: self.type) { [make] isObserved in
      guard let player = try make(isObserved) as? DispatcherPlayer else {
        preconditionFailure(
          "An engine draws its picture itself: declare 'picture' in the class that is a 'Replayable'."
        )
      }
      player.draw = { states in states.lazy.compactMap { $0 as? State }.first.flatMap(draw) }
      return player
    }
  }

  /// The same for a function of the main actor, such as one that uses SwiftUI's `ImageRenderer`.
  public func picture<State>(
    of type: State.Type, on actor: MainActor.Type, _ draw: @escaping @MainActor (State) -> Picture?
  ) -> AppEntry {
    picture(of: type) { state in
      // Safe, because this thread waits meanwhile.
      nonisolated(unsafe) let state = state
      return MainThread.make { draw(state) }
    }
  }

  /// The app in its initial state.
  public func player() throws -> any Replayable { try make(true) }

  /// The same; observers are notified only if `isObserved`.
  package func player(isObserved: Bool) throws -> any Replayable { try make(isObserved) }
}
