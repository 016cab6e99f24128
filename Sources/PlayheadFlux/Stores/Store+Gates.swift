/// Whether a store handles the next action; asked while it is being handled, when the stores that come
/// before have handled it.
package typealias Gate = @Sendable () -> Bool

extension Store {
  func plugIn(behind gate: @escaping Gate, after stores: [any AnyStore]) {
    gates.append(gate)
    for store in stores { run(after: store) }
  }

  /// `run`, for as long as all gates are open; a store without gates does not pay for them.
  func gated(_ run: @escaping Reducer<State>.Run) -> Reducer<State>.Run {
    let gates = gates
    guard !gates.isEmpty else { return run }
    return { state, action, context in
      for isOpen in gates where !isOpen() { return false }
      return run(&state, action, context)
    }
  }
}

extension AnyStore {
  /// Makes the store handle actions only while `gate` is open, and after `stores`; said before it is registered. What
  /// is no ``Store`` has no gate, and cannot be registered either.
  package func plugIn(behind gate: @escaping Gate, after stores: [any AnyStore]) {
    (self as? any HandlingStore)?.plugIn(behind: gate, after: stores)
  }
}
