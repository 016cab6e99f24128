/// Brings one observer its states: one at a time, in order, and without a lock held while the
/// observer runs, so that it may do what it likes.
package final class Mailbox<State: Sendable>: Sendable {
  private struct Contents {
    var waiting = Backlog<State>()
    var isDelivering = false
    var isClosed = false
  }

  private let body: @Sendable (State) -> Void
  private let contents = Guarded(Contents())

  /// Hands states to `body`.
  package init(_ body: @escaping @Sendable (State) -> Void) { self.body = body }

  func close() { contents.withLock { $0.isClosed = true } }

  /// Hands over what `read` returns. If another thread, or a caller further up, is at it already,
  /// that one does it.
  ///
  /// `read` is called with the mailbox locked, so a state read later is handed over later.
  package func deliver(_ read: () -> State) { handOver(from: post(read)) }

  /// Hands over `first`, which ``post(_:)`` returned, and then what waits.
  func handOver(from first: State?) {
    guard var state = first else { return }
    while true {
      body(state)
      guard let next = nextWaiting() else { return }
      state = next
    }
  }

  /// A state to hand over now, or `nil` if it waits or nobody wants it.
  func post(_ read: () -> State) -> State? {
    contents.withLock { contents in
      guard !contents.isClosed else { return nil }
      let state = read()
      guard !contents.isDelivering else {
        contents.waiting.append(state)
        return nil
      }
      contents.isDelivering = true
      return state
    }
  }

  private func nextWaiting() -> State? {
    contents.withLock { contents in
      if contents.isClosed { contents.waiting = Backlog() }
      if let next = contents.waiting.removeFirst() { return next }
      contents.isDelivering = false
      return nil
    }
  }
}
