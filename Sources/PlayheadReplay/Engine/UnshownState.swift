public import PlayheadLog
import PlayheadReading
package import PlayheadValues

/// Steps at which a store's state can be neither shown nor compared, because it throws when it is encoded.
public struct UnshownState: Codable, Hashable, Sendable {
  /// The store.
  public let store: String
  /// The steps, one after the other.
  public let steps: ClosedRange<Step>
  /// Why the first of these states cannot be encoded, without any of its values.
  public let reason: String

  /// States of `store` that cannot be encoded.
  public init(store: String, steps: ClosedRange<Step>, reason: String) {
    (self.store, self.steps, self.reason) = (store, steps, reason)
  }
}

extension UnshownState: CustomStringConvertible {
  /// Which state cannot be shown, and why.
  public var description: String {
    let isOne = steps.lowerBound == steps.upperBound
    return isOne
      ? "the state of store '\(store)' at step \(steps.lowerBound) cannot be shown: \(reason)"
      : "the states of store '\(store)' at \(steps.words) cannot be shown: \(reason)"
  }
}

extension ReplayError {
  /// The state that cannot be shown, if the error is about one.
  package var unshown: UnshownState? {
    guard case .unencodableState(let store, let step, let reason) = self else { return nil }
    return UnshownState(store: store, steps: step...step, reason: reason)
  }
}

/// A value of a state, or why it cannot be shown.
package struct ShowableValue: Hashable {
  /// The value; nil if there is none, or if it cannot be shown.
  package var value: Value?
  /// Why the value cannot be shown.
  package var unshown: String?

  /// A value that can be shown, or none.
  package init(_ value: Value?) { self.value = value }

  /// A value that cannot be shown.
  package init(unshown reason: String) { unshown = reason }

  /// What `read` returns, or why it cannot be encoded.
  package init(_ read: () throws -> Value?) throws {
    do {
      value = try read()
    } catch let error as ReplayError {
      guard let unshown = error.unshown else { throw error }
      self.unshown = unshown.reason
    }
  }
}

/// States in the order of their first steps.
extension [UnshownState] {
  /// Adds a state, unless it is there.
  package mutating func include(_ state: UnshownState) {
    include(state.store, at: state.steps.lowerBound, because: state.reason)
  }

  /// The same for the state of a store at a step. Only the last run of the store before the step can have it.
  mutating func include(_ store: String, at step: Step, because reason: String) {
    let end = partitionPoint { $0.steps.lowerBound > step }
    if let place = self[..<end].lastIndex(where: { $0.store == store }) {
      let known = self[place]
      if known.steps.contains(step) { return }
      if known.steps.upperBound.next == step {
        self[place] = UnshownState(
          store: store, steps: known.steps.lowerBound...step, reason: known.reason)
        return
      }
    }
    insert(UnshownState(store: store, steps: step...step, reason: reason), at: end)
  }
}
