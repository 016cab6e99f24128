/// A store without its state's type: what time travel needs of it.
public protocol AnyStore: AnyObject, Sendable {
  /// What logs and errors call it; unique in its dispatcher.
  var name: String { get }

  /// The stores that handle each action before it does.
  var dependencies: [any AnyStore] { get }

  /// A copy of the state.
  var anyState: any Codable & Sendable { get }

  /// Sets the state and tells the observers: between two actions, unless one is being handled on this very
  /// thread.
  ///
  /// This is for replays. It is no action, so a recorder does not see it: the log of a live store that
  /// is restored does not lead to the states that follow.
  ///
  /// - Throws: ``StoreError/wrongState(store:expected:found:)``.
  func restore(_ state: any Codable & Sendable) throws

  /// A state of this store's type, read from `decoder`.
  func decodeState(from decoder: any Decoder) throws -> any Codable & Sendable
}

/// What the dispatcher needs of a store besides; ``Store`` is the one that has it.
protocol HandlingStore: AnyStore {
  var actionTypes: [any Action.Type] { get }

  /// Called when all stores have handled an action that changed this one, or have been restored, before anybody is
  /// told; nil for most stores.
  var settle: (@Sendable () -> Void)? { get }

  /// Whether `dispatcher` may register the store: it was registered with none before, or with this one.
  func canJoin(_ dispatcher: Dispatcher) -> Bool

  /// Closes the list of handlers; from now on the store belongs to `dispatcher`.
  func seal(for dispatcher: Dispatcher)

  /// Makes it handle actions only while `gate` is open, and after `stores`.
  func plugIn(behind gate: @escaping Gate, after stores: [any AnyStore])

  /// Sets the state and tells nobody.
  func replace(any state: any Codable & Sendable) throws

  /// Tells the observers of this store alone.
  func tellObservers()

  /// Tells the joint observers what `round` left behind, unless they know it.
  func tellJointObservers(after round: UInt64)

  /// What it does with actions of `type`; `nil` if no handler takes them.
  func part(in type: any Action.Type, at position: Int) -> RoutePart?
}
