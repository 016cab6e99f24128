/// The asynchronous work of a middleware: what is running, under which names, and how it ends.
///
/// ```swift
/// func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
///   let turn = next(action)
///   switch action {
///   case let action as StartSearch:
///     effects.start("search", from: dispatcher, cause: turn) { dispatch in
///       dispatch(ShowResults(await service.results(for: action.term)))
///     }
///   case is LeaveSearch:
///     effects.cancel("search")
///   default:
///     break
///   }
/// }
/// ```
public final class Effects: Sendable {
  /// How an effect dispatches what it found out.
  public struct Dispatch: Sendable {
    let dispatcher: Dispatcher
    let cause: Turn?
    let effect: Effect

    /// Dispatches `action`, with the action that started the effect as its cause; does nothing once
    /// the effect is cancelled.
    public func callAsFunction(_ action: some Action) {
      dispatcher.dispatch(action, cause: cause, of: effect)
    }
  }

  private struct Contents {
    var running: [EffectID: Effect] = [:]
    var started: UInt64 = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let contents = Guarded(Contents())

  /// No effects are running.
  public init() {}

  /// How many are running.
  public var count: Int { contents.withLock { $0.running.count } }

  // MARK: Starting

  /// Starts `work` under a name. One that is running under the same name is cancelled: the latest
  /// wins.
  ///
  /// - Parameters:
  ///   - id: What ``cancel(_:)`` calls it.
  ///   - dispatcher: Where its actions go.
  ///   - cause: The action that asked for it; the cause of those that it dispatches.
  ///   - work: What it does, in a task of its own. Its task is cancelled when the effect is.
  public func start(
    _ id: some Hashable & Sendable, from dispatcher: Dispatcher, cause: Turn?,
    _ work: @escaping @Sendable (Dispatch) async -> Void
  ) {
    run(work, as: EffectID(id), from: dispatcher, cause: cause)
  }

  /// Starts `work` without a name: only ``cancelAll()`` cancels it.
  public func start(
    from dispatcher: Dispatcher, cause: Turn?,
    _ work: @escaping @Sendable (Dispatch) async -> Void
  ) {
    let number = contents.withLock {
      $0.started += 1
      return $0.started
    }
    run(work, as: EffectID(Unnamed(number: number)), from: dispatcher, cause: cause)
  }

  private func run(
    _ work: @escaping @Sendable (Dispatch) async -> Void, as id: EffectID,
    from dispatcher: Dispatcher, cause: Turn?
  ) {
    let effect = Effect()
    contents.withLock { $0.running.updateValue(effect, forKey: id) }?.cancel()
    effect.task = Task {
      await work(Dispatch(dispatcher: dispatcher, cause: cause, effect: effect))
      dispatcher.afterWhatIsDispatched { self.remove(effect, id) }
    }
  }

  // MARK: Ending

  /// Cancels what runs under this name.
  ///
  /// When an action is being handled on this thread, as in a middleware, none of the effect's actions
  /// is handled after it, whatever the effect still does.
  public func cancel(_ id: some Hashable & Sendable) {
    let id = EffectID(id)
    guard let effect = contents.withLock({ $0.running[id] }) else { return }
    effect.cancel()
    remove(effect, id)
  }

  /// Cancels everything that runs.
  public func cancelAll() {
    for (id, effect) in contents.withLock({ $0.running }) {
      effect.cancel()
      remove(effect, id)
    }
  }

  /// Waits until none is running, also none of those that the results of others start, and until their
  /// actions are handled. One that was cancelled counts as ended.
  ///
  /// Not to be waited for where actions are handled: the effects' actions could not be.
  public func finish() async {
    await withCheckedContinuation { continuation in
      let isIdle = contents.withLock { contents in
        if !contents.running.isEmpty { contents.waiting.append(continuation) }
        return contents.running.isEmpty
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Forgets an effect, unless another runs under its name by now.
  private func remove(_ effect: Effect, _ id: EffectID) {
    let released = contents.withLock { contents in
      if contents.running[id] === effect { contents.running[id] = nil }
      guard contents.running.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { contents.waiting = [] }
      return contents.waiting
    }
    for continuation in released { continuation.resume() }
  }
}

/// An effect that somebody else's name cannot equal.
private struct Unnamed: Hashable {
  let number: UInt64
}
