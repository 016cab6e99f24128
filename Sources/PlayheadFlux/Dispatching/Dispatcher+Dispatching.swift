import Dispatch
import Synchronization

extension Dispatcher {
  /// Hands `action` to the stores. You can call it from any thread.
  ///
  /// While this thread handles an action, `action` waits. Its cause is then the current action, unless you
  /// pass `cause`.
  public func dispatch(_ action: some Action, cause: Turn? = nil) {
    submit(QueuedAction(action: action, cause: cause))
  }

  /// Hands an effect's action to the stores, unless the effect has been cancelled by then.
  func dispatch(_ action: some Action, cause: Turn?, of effect: Effect) {
    submit(QueuedAction(action: action, cause: cause, effect: effect))
  }

  func submit(_ action: QueuedAction) {
    if dispatchLock.isMine { return enqueue(action) }
    guard let queue else { return dispatchLock.withLock { perform(action) } }
    send(to: queue) { self.perform(action) }
  }

  /// Runs `body` after the actions that this thread has dispatched, and those that they caused.
  func afterWhatIsDispatched(_ body: @escaping @Sendable () -> Void) {
    guard let queue else { return body() }
    send(to: queue, body)
  }

  /// Runs `body` when no action is being handled: now, or after the current action and before the next.
  ///
  /// `body` has run when this returns, unless this thread is handling an action.
  package func betweenActions(_ body: @escaping @Sendable () -> Void) {
    deferredWork.add(body)
    if !dispatchLock.isMine {
      dispatchLock.withLock { finishQueue() }
    } else if state.isIdle {
      runDeferredWork()
    }
  }

  /// Runs `body` while no other thread handles an action, and returns its result. Actions that `body`
  /// dispatches are handled afterwards, by the executor.
  ///
  /// Unlike ``betweenActions(_:)`` it runs `body` at once even if this thread is handling an action.
  package func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    if dispatchLock.isMine { return try body() }
    return try dispatchLock.withLock {
      defer { finishQueue() }
      return try body()
    }
  }

  private func send(to queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    waitingWork.withLock { $0.append(work) }
    queue.async {
      self.dispatchLock.withLock {
        // Taken with the lock held, so that a concurrent queue keeps the order of dispatch.
        self.waitingWork.withLock { $0.removeFirst() }?()
      }
    }
  }

  private func perform(_ queued: QueuedAction) {
    runDeferredWork()
    enter(queued)
    finishQueue()
  }

  private func enqueue(_ queued: QueuedAction) {
    if state.intake.isClosed {
      refused.add(1, ordering: .relaxed)
      return
    }
    switch state.phase {
    case .replaying:
      // The log has the actions that observers dispatch.
      return
    case .handling(let current):
      if reentrancy == .strict {
        Misuse.dispatchInStrictMode(
          action: type(of: queued.action).actionName, handling: current.actionName
        ).report()
      }
      var queued = queued
      if queued.effect == nil, queued.cause == nil { queued.cause = state.currentCause }
      state.queued.append(queued)
    case .idle:
      // Between two actions the caller may be on any thread.
      guard let queue else { return state.queued.append(queued) }
      send(to: queue) { self.perform(queued) }
    }
  }

  func finishQueue() {
    runDeferredWork()
    while !state.queued.isEmpty {
      let batch = state.queued
      state.queued = []
      for queued in batch {
        enter(queued)
        runDeferredWork()
      }
    }
  }

  func runDeferredWork() {
    while !deferredWork.isEmpty {
      for body in deferredWork.takeAll() { body() }
    }
  }
}

/// An action that waits for the current one, or for the dispatcher's queue.
struct QueuedAction: Sendable {
  let action: any Action
  var cause: Turn?
  /// The effect that dispatched it, which may be cancelled while the action waits.
  var effect: Effect?
  /// The middleware that gets it first.
  var position = 0
}

/// Work that waits until no action is being handled.
final class DeferredWork: Sendable {
  private let bodies = Guarded<[@Sendable () -> Void]>([])
  private let isWaiting = Atomic(false)

  /// Cheap, because every action asks.
  var isEmpty: Bool { !isWaiting.load(ordering: .acquiring) }

  func add(_ body: @escaping @Sendable () -> Void) {
    bodies.withLock {
      $0.append(body)
      isWaiting.store(true, ordering: .releasing)
    }
  }

  func takeAll() -> [@Sendable () -> Void] {
    bodies.withLock { bodies in
      defer { bodies = [] }
      isWaiting.store(false, ordering: .releasing)
      return bodies
    }
  }
}
