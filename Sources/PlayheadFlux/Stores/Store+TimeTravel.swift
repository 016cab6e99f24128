extension Store {
  /// A copy of the state.
  public var anyState: any Codable & Sendable { untracked }

  /// Sets the state and tells the observers: between two actions, unless one is being handled on this
  /// very thread.
  public func restore(_ state: any Codable & Sendable) throws {
    guard let dispatcher = membership.withLock({ $0?.dispatcher }) else {
      return try restoreAlone(state)
    }
    // Else joint observers would see what an action has done so far, and an observation that its
    // handler ends would wait for the store, which waits for the handler.
    try dispatcher.exclusively { try restoreAlone(state) }
  }

  private func restoreAlone(_ state: any Codable & Sendable) throws {
    try replace(any: state)
    settle?()
    tellObservers()
    jointObservers.forEach { $0.tell() }
  }

  func replace(any state: any Codable & Sendable) throws {
    guard let state = state as? State else {
      throw StoreError.wrongState(
        store: name, expected: String(reflecting: State.self),
        found: String(reflecting: type(of: state)))
    }
    replace(state)
  }

  /// A state of this store's type, read from `decoder`.
  public func decodeState(from decoder: any Decoder) throws -> any Codable & Sendable {
    try State(from: decoder)
  }
}
