import Dispatch

extension Dispatcher {
  /// Hands `action` to the stores; from any thread.
  ///
  /// While an action is being handled on this thread, `action` waits for it, and has it as its
  /// cause unless `cause` names another.
  public func dispatch(_ action: some Action, cause: Turn? = nil) {
    if baton.isMine { return enqueue(action, cause: cause) }
    guard let queue else { return perform(action, cause: cause) }
    send(.action(Stage.Queued(action: action, cause: cause)), to: queue)
  }

  /// Hands an effect's action to the stores, unless the effect is cancelled when its turn comes.
  func dispatch(_ action: some Action, cause: Turn?, of effect: Effect) {
    let queued = Stage.Queued(action: action, cause: cause, effect: effect)
    if baton.isMine { return enqueue(queued) }
    guard let queue else { return baton.withLock { perform(queued) } }
    send(.action(queued), to: queue)
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
  public func betweenActions(_ body: @escaping @Sendable () -> Void) {
    interludes.add(body)
    if !baton.isMine {
      baton.withLock { finishQueue() }
    } else if stage.isIdle {
      runInterludes()
    }
  }

  /// Runs `body` while no other thread's action is being handled, and returns what it gives. What
  /// `body` dispatches is handled when it is done, where actions are.
  ///
  /// Unlike ``betweenActions(_:)`` it runs at once also while an action is being handled on this
  /// very thread.
  package func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    if baton.isMine { return try body() }
    return try baton.withLock {
      defer { finishQueue() }
      return try body()
    }
  }

  private func send(_ parcel: Parcel, to queue: DispatchQueue) {
    inbox.withLock { $0.append(parcel) }
    queue.async { self.performNextOfInbox() }
  }

  private func performNextOfInbox() {
    baton.withLock {
      // Taken with the baton held: a concurrent queue, too, handles in the order of dispatch.
      guard let next = inbox.withLock({ $0.removeFirst() }) else { return }
      switch next {
      case .action(let queued): perform(queued)
      case .notice(let body): body()
      }
    }
  }

  private func perform(_ queued: Stage.Queued) {
    runInterludes()
    enter(queued)
    finishQueue()
  }

  private func perform(_ action: some Action, cause: Turn?) {
    baton.lock()
    defer { baton.unlock() }
    runInterludes()
    enter(action, of: type(of: action), cause: cause)
    finishQueue()
  }

  private func enqueue(_ action: any Action, cause: Turn?) {
    enqueue(Stage.Queued(action: action, cause: cause ?? stage.lineage))
  }

  private func enqueue(_ queued: Stage.Queued) {
    switch stage.phase {
    case .replaying:
      // Whatever an observer dispatches is in the log already.
      return
    case .handling(let current) where reentrancy == .strict:
      Misuse.dispatchInStrictMode(
        action: type(of: queued.action).actionName, handling: current.actionName
      ).stop()
    case .handling:
      stage.queued.append(queued)
    case .idle:
      // Whoever is between two actions may be on any thread.
      if let queue { send(.action(queued), to: queue) } else { stage.queued.append(queued) }
    }
  }

  private func finishQueue() {
    runInterludes()
    while !stage.queued.isEmpty {
      let batch = stage.queued
      stage.queued = []
      for queued in batch {
        enter(queued)
        runInterludes()
      }
    }
  }

  private func runInterludes() {
    while !interludes.isEmpty {
      for body in interludes.takeAll() { body() }
    }
  }
}
