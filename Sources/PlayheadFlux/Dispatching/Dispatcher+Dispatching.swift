import Dispatch
import Synchronization

extension Dispatcher {
  /// Hands `action` to the stores; from any thread.
  ///
  /// While an action is being handled on this thread, `action` waits for it, and has it as its
  /// cause unless `cause` names another.
  public func dispatch(_ action: some Action, cause: Turn? = nil) {
    submit(QueuedAction(action: action, cause: cause))
  }

  /// Hands an effect's action to the stores, unless the effect is cancelled when its turn comes.
  func dispatch(_ action: some Action, cause: Turn?, of effect: Effect) {
    submit(QueuedAction(action: action, cause: cause, effect: effect))
  }

  private func submit(_ action: QueuedAction) {
    if dispatchLock.isMine { return enqueue(action) }
    guard let queue else { return dispatchLock.withLock { perform(action) } }
    send(.action(action), to: queue)
  }

  /// Runs `body` when what this thread has dispatched before is handled, and what followed from it.
  func afterWhatIsDispatched(_ body: @escaping @Sendable () -> Void) {
    guard let queue else { return body() }
    send(.notice(body), to: queue)
  }

  /// Runs `body` when no action is being handled: at once if that is so, else after the current
  /// action and before the next.
  ///
  /// When it returns, `body` has run, unless an action is being handled on this very thread.
  package func betweenActions(_ body: @escaping @Sendable () -> Void) {
    deferredWork.add(body)
    if !dispatchLock.isMine {
      dispatchLock.withLock { finishQueue() }
    } else if state.isIdle {
      runDeferredWork()
    }
  }

  /// Runs `body` while no other thread's action is being handled, and returns what it gives. What
  /// `body` dispatches is handled when it is done, where actions are.
  ///
  /// Unlike ``betweenActions(_:)`` it runs at once also while an action is being handled on this
  /// very thread.
  package func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    if dispatchLock.isMine { return try body() }
    return try dispatchLock.withLock {
      defer { finishQueue() }
      return try body()
    }
  }

  private func send(_ item: WorkItem, to queue: DispatchQueue) {
    workItems.withLock { $0.append(item) }
    queue.async { self.performNextWorkItem() }
  }

  private func performNextWorkItem() {
    dispatchLock.withLock {
      // Taken with the lock held: a concurrent queue, too, handles in the order of dispatch.
      guard let next = workItems.withLock({ $0.removeFirst() }) else { return }
      switch next {
      case .action(let queued): perform(queued)
      case .notice(let body): body()
      }
    }
  }

  private func perform(_ queued: QueuedAction) {
    runDeferredWork()
    enter(queued)
    finishQueue()
  }

  private func enqueue(_ queued: QueuedAction) {
    switch state.phase {
    case .replaying:
      // What an observer dispatches is in the log already.
      return
    case .handling(let current) where reentrancy == .strict:
      Misuse.dispatchInStrictMode(
        action: type(of: queued.action).actionName, handling: current.actionName
      ).stop()
    case .handling:
      var queued = queued
      if queued.effect == nil, queued.cause == nil { queued.cause = state.currentCause }
      state.queued.append(queued)
    case .idle:
      // Between two actions the caller may be on any thread.
      if let queue { send(.action(queued), to: queue) } else { state.queued.append(queued) }
    }
  }

  private func finishQueue() {
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

  private func runDeferredWork() {
    while !deferredWork.isEmpty {
      for body in deferredWork.takeAll() { body() }
    }
  }
}

/// An action that waits for the one that dispatched it, or for its dispatcher's queue.
struct QueuedAction: Sendable {
  let action: any Action
  var cause: Turn?
  /// The effect that it comes from, which may be cancelled while it waits.
  var effect: Effect?
}

/// What a dispatcher with a queue does there, one after the other.
enum WorkItem: Sendable {
  case action(QueuedAction)
  /// A function to call when everything sent before is handled.
  case notice(@Sendable () -> Void)
}

/// What waits until no action is being handled.
final class DeferredWork: Sendable {
  private let bodies = Guarded<[@Sendable () -> Void]>([])
  private let isWaiting = Atomic(false)

  /// Whether there is none; cheap, as every action asks.
  var isEmpty: Bool { !isWaiting.load(ordering: .acquiring) }

  func add(_ body: @escaping @Sendable () -> Void) {
    bodies.withLock {
      $0.append(body)
      isWaiting.store(true, ordering: .releasing)
    }
  }

  /// Takes all of it, in order.
  func takeAll() -> [@Sendable () -> Void] {
    bodies.withLock { bodies in
      defer { bodies = [] }
      isWaiting.store(false, ordering: .releasing)
      return bodies
    }
  }
}
