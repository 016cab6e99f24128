package import PlayheadFlux

extension Context {
  /// Lets `body` change a state; one that is the same afterwards does not count as changed.
  package func change<State: Equatable>(_ state: inout State, _ body: (inout State) -> Void) {
    let old = state
    body(&state)
    guard state == old else { return }
    // Put back, as texts are equal too that only look the same.
    state = old
    leaveUnchanged()
  }
}
