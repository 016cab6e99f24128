import PlayheadCoding
import PlayheadLog
import PlayheadValues

/// Encodes a player's states to show and compare them. Errors from their `encode(to:)` become sentences that
/// name the store and hold no values.
struct StateEncoding {
  private let encoder: CanonicalEncoder
  private let lookup = TrackedLookup()

  /// An encoding; `byName` puts the members of records in the order of their names.
  init(byName: Bool = false) { encoder = CanonicalEncoder(order: byName ? MemberOrder() : nil) }

  /// The state of one store as a tree.
  func tree(of state: any Codable & Sendable, _ store: String, at step: Step) throws -> Value {
    try named(store, step) { try encoder.tree(of: state) }
  }

  /// The value at `path` in the state of one store, encoding nothing else; nil where there is none. With `isLast`, no
  /// other value of the same copy is read.
  func value(
    at path: StatePath, in state: TrackedValue, _ store: String, at step: Step,
    isLast: Bool = false
  ) throws -> Value? {
    try named(store, step) { try lookup.value(at: path, in: state, isLast: isLast) }
  }

  /// The canonical bytes of every store's state.
  func bytes(
    of states: [any Codable & Sendable], _ stores: [String], at step: Step
  ) throws -> [[UInt8]] {
    try zip(stores, states).map { store, state in
      try named(store, step) { try encoder.bytes(of: state) }
    }
  }

  /// The canonical bytes of every store's state, to be compared with those of another replay. A state that cannot
  /// be encoded has those of a text that says why, and goes to `onUnshown`.
  func comparableBytes(
    of states: [any Codable & Sendable], _ stores: [String], at step: Step,
    onUnshown: (UnshownState) -> Void = { _ in }
  ) -> [[UInt8]] {
    zip(stores, states).map { store, state in
      do {
        return try encoder.bytes(of: state)
      } catch {
        let reason = refusal(error)
        onUnshown(UnshownState(store: store, steps: step...step, reason: reason))
        return Value.string("cannot be shown: \(reason)").canonicalBytes
      }
    }
  }

  private func named<Result>(
    _ store: String, _ step: Step, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch {
      throw ReplayError.unencodableState(store: store, step: step, refusal(error))
    }
  }
}
