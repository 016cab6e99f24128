import PlayheadFlux

/// One of an app's own stores, or all that are alike, for ``AppEntry/stores(_:_:upgrades:)``.
///
/// A name with a `*` is that of several stores with the same type of state: `window_*` stands for `window_1`, `window_2`
/// and every other whose name begins with `window_`, `*_sidebar` for those that end so. A name
/// without a `*` comes first, then the longest.
public struct StoreEntry: Sendable {
  let name: String
  let make: @Sendable (_ name: String, OwnStores?) -> any ErasedStore

  /// A store whose state changes by a function of the state and an action of one type.
  ///
  /// - Parameters:
  ///   - name: The store's name in logs, which may have a `*`.
  ///   - initial: The state with which a store begins if the log does not have its state.
  ///   - action: The type of the actions.
  ///   - file: Where the reducer is, for `list` in `debug`.
  ///   - line: The line there.
  ///   - reduce: Changes the state. It must not depend on anything else.
  public static func store<State: Codable & SendableMetatype, Action: Codable & SendableMetatype>(
    _ name: String, initial: @escaping @autoclosure @Sendable () -> State, action: Action.Type,
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (inout State, Action) -> Void
  ) -> StoreEntry {
    StoreEntry(name, initial, [action], SourcePosition(file, line)) { state, action in
      if let action = action as? Action { reduce(&state, action) }
    }
  }

  /// The same for a function of the main actor: a replay calls it there.
  public static func store<State: Codable & SendableMetatype, Action: Codable & SendableMetatype>(
    _ name: String, on actor: MainActor.Type,
    initial: @escaping @autoclosure @MainActor @Sendable () -> State, action: Action.Type,
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @MainActor (inout State, Action) -> Void
  ) -> StoreEntry {
    let initial = { @Sendable in MainThread.make(initial) }
    return StoreEntry(name, initial, [action], SourcePosition(file, line)) { state, action in
      if let action = action as? Action { MainThread.reduce(&state, action, reduce) }
    }
  }

  /// A store whose state changes by a function of the state and an action of one of several types, which all conform to
  /// `Action` or are subclasses of it. The other parameters are those of the function for one type.
  public static func store<State: Codable & SendableMetatype, Action>(
    _ name: String, initial: @escaping @autoclosure @Sendable () -> State,
    actions: [any (Codable & SendableMetatype).Type],
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @Sendable (inout State, Action) -> Void
  ) -> StoreEntry {
    let reduce = anyReduce(reduce)
    return StoreEntry(name, initial, actions, SourcePosition(file, line), reduce)
  }

  /// The same for a function of the main actor: a replay calls it there.
  public static func store<State: Codable & SendableMetatype, Action>(
    _ name: String, on actor: MainActor.Type,
    initial: @escaping @autoclosure @MainActor @Sendable () -> State,
    actions: [any (Codable & SendableMetatype).Type],
    file: StaticString = #fileID, line: UInt = #line,
    _ reduce: @escaping @MainActor (inout State, Action) -> Void
  ) -> StoreEntry {
    let initial = { @Sendable in MainThread.make(initial) }
    let reduce = anyReduce { MainThread.reduce(&$0, $1, reduce) }
    return StoreEntry(name, initial, actions, SourcePosition(file, line), reduce)
  }

  private init<State: Codable & SendableMetatype>(
    _ name: String, _ initial: @escaping @Sendable () -> State,
    _ actions: [any (Codable & SendableMetatype).Type], _ place: SourcePosition,
    _ reduce: @escaping @Sendable (inout State, Any) -> Void
  ) {
    let types = actions.map { actionType($0) }
    self.name = name
    make = { name, app in
      let reducer = Reducer<Boxed<State>>().on(types: types, place) { state, action, context in
        if let store = app?.addressee, store != name { return context.leaveUnchanged() }
        if let action = action as? any BoxedValue { reduce(&state.value, action.anyValue) }
      }
      return Store(name, Boxed(value: initial()), reducer: reducer)
    }
  }

  /// Whether the entry is that of the store called `name`.
  func includes(_ name: String) -> Bool {
    guard let star = self.name.firstIndex(of: "*") else { return name == self.name }
    let (start, end) = (self.name[..<star], self.name[star...].dropFirst())
    return name.count >= start.count + end.count && name.hasPrefix(start) && name.hasSuffix(end)
  }
}

/// A function for actions of any type, which stops at one that is no `Action`.
private func anyReduce<State, Action>(
  _ reduce: @escaping @Sendable (inout State, Action) -> Void
) -> @Sendable (inout State, Any) -> Void {
  // `Action` may be a protocol, whose metatype is not `Sendable`. The closure only reads it.
  nonisolated(unsafe) let reduceAny = { (state: inout State, value: Any) in
    guard let action = value as? Action else {
      fatalError("\(Swift.type(of: value)) is in 'actions' and is no \(Action.self).")
    }
    reduce(&state, action)
  }
  return { reduceAny(&$0, $1) }
}

private func actionType<Value: Codable & SendableMetatype>(
  _ type: Value.Type
) -> any PlayheadFlux.Action.Type {
  Boxed<Value>.self
}

/// The stores of an app that does not know Playhead. Unchecked, because one thread at a time plays actions.
final class OwnStores: @unchecked Sendable {
  private let entries: [StoreEntry]
  /// The store that handles the current action alone; nil if every store handles it.
  var addressee: String?

  init(_ entries: [StoreEntry]) { self.entries = entries }

  /// One store of each entry, with the entry's name.
  var examples: [any ErasedStore] { entries.map { $0.make($0.name, self) } }

  /// A store in its initial state; nil if no entry is for one of this name.
  func store(named name: String) -> (any ErasedStore)? {
    let entry =
      entries.first { $0.name == name }
      ?? entries.filter { $0.includes(name) }.max { $0.name.count < $1.name.count }
    return entry?.make(name, self)
  }
}
