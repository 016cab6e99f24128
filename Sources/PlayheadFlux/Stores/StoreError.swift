/// Why a store cannot take a state.
public enum StoreError: Error, Hashable, Sendable {
  /// `store` holds a state of type `expected`, and was given one of type `found`.
  case wrongState(store: String, expected: String, found: String)
}

extension StoreError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .wrongState(let store, let expected, let found):
      "store '\(store)' holds a state of type \(expected) and cannot take one of type \(found)"
    }
  }
}
