/// A store without its state's type: enough to register it, and to name it to others.
public protocol AnyStore: AnyObject, Sendable {
  /// The store's name in logs and errors; unique in its dispatcher.
  var name: String { get }
}

/// The interface of a ``Store`` for a dispatcher, a recorder and a replay.
package protocol ErasedStore: AnyStore {
  /// The stores that handle each action before this one.
  var dependencies: [any AnyStore] { get }

  var actionTypes: [any Action.Type] { get }

  /// The source lines of the handlers of `type`.
  func handlerPositions(for type: any Action.Type) -> [SourcePosition]

  /// A copy of the state.
  var anyState: any Codable & Sendable { get }

  /// Called before the observers when the store was changed or restored; `nil` for most stores.
  var settle: (@Sendable () -> Void)? { get }

  /// A state of this store's type, read from `decoder`.
  func decodeState(from decoder: any Decoder) throws -> any Codable & Sendable

  /// Sets the state without calling observers. Throws ``StoreError``.
  func replace(any state: any Codable & Sendable) throws

  /// The lock of the store's dispatcher; `nil` until the store is first registered, which closes its list of handlers.
  /// Kept, so that no later dispatcher can have the same identity.
  var dispatchLock: Guarded<Lock?> { get }

  /// Makes the store handle actions only while `gate` is open, and after `stores`.
  func plugIn(gatedBy gate: @escaping Gate, after stores: [any AnyStore])

  /// Calls the observers of this store alone.
  func notifyObservers()

  /// Calls the joint observers with the states after `pass`, unless they have got them.
  func notifyJointObservers(after pass: UInt64)

  /// The handler for `type`, for the store at `index` of the dispatcher; `nil` if there is none.
  func handler(of type: any Action.Type, at index: Int) -> StoreHandler?
}

/// Whether a store handles the current action; asked after the stores before it have handled it.
package typealias Gate = @Sendable () -> Bool

/// Why a store cannot take a state.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `store` holds a state of type `expected`, and got one of type `found`.
  case wrongState(store: String, expected: String, found: String)

  package var description: String {
    switch self {
    case .wrongState(let store, let expected, let found):
      "store '\(store)' holds a state of type \(expected) and cannot take one of type \(found)"
    }
  }
}
