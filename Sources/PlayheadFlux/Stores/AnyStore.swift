/// A store without its state's type: what registering it takes, and naming it to others.
public protocol AnyStore: AnyObject, Sendable {
  /// What logs and errors call it; unique in its dispatcher.
  var name: String { get }
}

/// What a dispatcher, a recorder and a replay need of a ``Store``.
package protocol ErasedStore: AnyStore {
  /// The stores that handle each action before it does.
  var dependencies: [any AnyStore] { get }

  var actionTypes: [any Action.Type] { get }

  /// Where the handlers of actions of `type` are written.
  func handlerPlaces(for type: any Action.Type) -> [SourcePlace]

  /// A copy of the state.
  var anyState: any Codable & Sendable { get }

  /// Called when an action changed the store, or it was restored, before any observer is called; nil for most stores.
  var settle: (@Sendable () -> Void)? { get }

  /// A state of this store's type, read from `decoder`.
  func decodeState(from decoder: any Decoder) throws -> any Codable & Sendable

  /// Sets the state and tells nobody. Throws ``StoreError``.
  func replace(any state: any Codable & Sendable) throws

  /// Whether `dispatcher` may register the store: it was registered with none before, or with this one.
  func canJoin(_ dispatcher: Dispatcher) -> Bool

  /// Closes the list of handlers; from now on the store belongs to `dispatcher`.
  func seal(for dispatcher: Dispatcher)

  /// Makes it handle actions only while `gate` is open, and after `stores`.
  func plugIn(behind gate: @escaping Gate, after stores: [any AnyStore])

  /// Calls the observers of this store alone.
  func tellObservers()

  /// Calls the joint observers with what `pass` left behind, unless they know it.
  func tellJointObservers(after pass: UInt64)

  /// What it does with actions of `type`, as the dispatcher's store at `index`; `nil` if nothing.
  func handler(of type: any Action.Type, at index: Int) -> StoreHandler?
}

/// Whether a store handles the current action; asked when the stores before it have handled it.
package typealias Gate = @Sendable () -> Bool

/// Why a store cannot take a state.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `store` holds a state of type `expected`, and was given one of type `found`.
  case wrongState(store: String, expected: String, found: String)

  package var description: String {
    switch self {
    case .wrongState(let store, let expected, let found):
      "store '\(store)' holds a state of type \(expected) and cannot take one of type \(found)"
    }
  }
}
