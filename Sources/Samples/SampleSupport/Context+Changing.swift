package import PlayheadFlux

extension Context {
  /// Runs `body` to change a state. An equal state does not count as changed.
  package func change<State: Equatable>(_ state: inout State, _ body: (inout State) -> Void) {
    let old = state
    body(&state)
    guard state == old else { return }
    // Restores the old value, because strings are equal if they only look the same.
    state = old
    leaveUnchanged()
  }
}
