import Synchronization

/// The asynchronous work of a middleware: starts, names, cancels and awaits it.
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
  /// Dispatches an effect's results.
  public struct Dispatch: Sendable {
    let dispatcher: Dispatcher
    let cause: Turn?
    let effect: Effect

    /// Dispatches `action`, with the action that started the effect as its cause. Does nothing after the
    /// effect is cancelled.
    public func callAsFunction(_ action: some Action) {
      dispatcher.dispatch(action, cause: cause, of: effect)
    }
  }

  private struct Contents {
    var running: [EffectID: Effect] = [:]
    /// Of the tasks that wait for the end of all effects.
    var waiting: [AsyncStream<Never>.Continuation] = []
  }

  private let contents = Guarded(Contents())

  /// No effects are running.
  public init() {}

  /// The number of running effects.
  package var count: Int { contents.withLock { $0.running.count } }

  // MARK: Starting

  /// Starts `work` under a name, and cancels work that runs under the same name. Values of different types,
  /// such as 1 and 1.0, are different names.
  ///
  /// - Parameters:
  ///   - id: The name, for ``cancel(_:)``.
  ///   - dispatcher: The dispatcher of its actions.
  ///   - cause: The action that asked for the work: the cause of the actions that it dispatches.
  ///   - work: The work, in its own task, which is cancelled with the effect.
  public func start(
    _ id: some Hashable & Sendable, from dispatcher: Dispatcher, cause: Turn?,
    _ work: @escaping @Sendable (Dispatch) async -> Void
  ) {
    run(Effect(), work, as: EffectID(id), from: dispatcher, cause: cause)
  }

  /// Starts `work` without a name: only ``cancelAll()`` cancels it.
  public func start(
    from dispatcher: Dispatcher, cause: Turn?,
    _ work: @escaping @Sendable (Dispatch) async -> Void
  ) {
    let effect = Effect()
    run(effect, work, as: EffectID(ObjectIdentifier(effect)), from: dispatcher, cause: cause)
  }

  private func run(
    _ effect: Effect, _ work: @escaping @Sendable (Dispatch) async -> Void, as id: EffectID,
    from dispatcher: Dispatcher, cause: Turn?
  ) {
    dispatcher.keep(self)
    contents.withLock { $0.running.updateValue(effect, forKey: id) }?.cancel()
    effect.task = Task {
      await work(Dispatch(dispatcher: dispatcher, cause: cause, effect: effect))
      dispatcher.afterWhatIsDispatched { self.remove(effect, id) }
    }
  }

  // MARK: Ending

  /// Cancels the work that runs under this name.
  ///
  /// If this thread is handling an action, as in a middleware, none of the effect's actions is handled after
  /// that action.
  public func cancel(_ id: some Hashable & Sendable) {
    let id = EffectID(id)
    guard let effect = contents.withLock({ $0.running[id] }) else { return }
    effect.cancel()
    remove(effect, id)
  }

  /// Cancels all work.
  public func cancelAll() {
    for (id, effect) in contents.withLock({ $0.running }) {
      effect.cancel()
      remove(effect, id)
    }
  }

  /// Waits until no effect is running, including effects that the actions of others start, and until their
  /// actions are handled. A cancelled effect counts as ended. Cancelling the waiting task ends the wait.
  ///
  /// Do not wait on the thread that handles actions, which would block the effects' actions, nor in an
  /// effect, which would wait for itself.
  public func finish() async {
    // A stream without elements: it ends with the last effect, or when the waiting task is cancelled.
    let (end, continuation) = AsyncStream<Never>.makeStream()
    contents.withLock { contents in
      if contents.running.isEmpty {
        continuation.finish()
      } else {
        contents.waiting.append(continuation)
      }
    }
    for await _ in end {}
  }

  /// Removes an effect, unless another runs under its name by now.
  private func remove(_ effect: Effect, _ id: EffectID) {
    let released = contents.withLock { contents in
      if contents.running[id] === effect { contents.running[id] = nil }
      guard contents.running.isEmpty else { return [AsyncStream<Never>.Continuation]() }
      defer { contents.waiting = [] }
      return contents.waiting
    }
    for continuation in released { continuation.finish() }
  }
}

final class Effect: Sendable {
  private let cancelled = Atomic(false)
  private let work = Guarded<Task<Void, Never>?>(nil)

  /// Whether to drop its actions.
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// The task that does the work. Cancels a task that is set after the effect was cancelled.
  var task: Task<Void, Never>? {
    get { work.withLock { $0 } }
    set {
      work.withLock { $0 = newValue }
      if isCancelled { newValue?.cancel() }
    }
  }

  func cancel() {
    cancelled.store(true, ordering: .releasing)
    task?.cancel()
  }
}

/// The name of an effect: any hashable value, and its type, because `AnyHashable` equates 1 and 1.0.
///
/// Unchecked because `AnyHashable` loses the `Sendable` conformance of its value.
private struct EffectID: Hashable, @unchecked Sendable {
  private let value: AnyHashable
  private let type: ObjectIdentifier

  init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
    // The type of the wrapped value, even if the value comes as an `AnyHashable`.
    type = ObjectIdentifier(Swift.type(of: self.value.base))
  }
}
