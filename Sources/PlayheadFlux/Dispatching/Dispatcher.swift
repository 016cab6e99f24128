public import Dispatch
import Synchronization

/// Hands actions to stores, one at a time, in one order for all threads.
///
/// ```swift
/// let dispatcher = Dispatcher()
/// try dispatcher.register(cart, prices)
/// dispatcher.dispatch(AddItem(sku: "A-7", quantity: 2))
/// ```
///
/// An action goes through the middleware, the taps, the stores in their order, the taps again, and then the
/// observers of the changed stores. An action that any of these dispatches is queued: it is handled after the
/// current action, before any other thread's, with the current action as its cause.
public final class Dispatcher: Sendable {
  /// Where actions are handled.
  public enum Executor: Sendable {
    /// On the thread that dispatches: `dispatch` waits for other threads' actions, and returns when its own
    /// is handled.
    case callingThread
    /// On the main actor, by the main queue: `dispatch` returns at once. Observers on the main actor are
    /// called during the action.
    case mainActor
    /// On this queue: `dispatch` returns at once.
    case queue(DispatchQueue)
  }

  /// How to treat an action that the same thread dispatches while another is being handled.
  public enum Reentrancy: Sendable {
    /// It is handled afterwards.
    case queued
    /// A debug build stops, as in Facebook's Flux. In a release build it is handled afterwards.
    case strict
  }

  let queue: DispatchQueue?
  let reentrancy: Reentrancy
  let middleware: [any Middleware]

  /// The thread that holds this lock handles actions.
  let dispatchLock = Lock()
  /// Guarded by `dispatchLock`.
  nonisolated(unsafe) let state: DispatcherState
  let deferredWork = DeferredWork()
  /// How many actions were refused.
  let refused = Atomic<UInt64>(0)
  /// Of the middleware, once they have started something.
  let effects = Guarded<[WeakEffects]>([])
  /// Work on its way to `queue`.
  let waitingWork = Guarded(Queue<@Sendable () -> Void>())

  /// A dispatcher without stores.
  ///
  /// - Parameters:
  ///   - inputs: The source of the stores' dates, UUIDs and random numbers.
  ///   - executor: Where actions are handled.
  ///   - reentrancy: How to treat actions that are dispatched while another is being handled.
  ///   - middleware: The middleware, in the order in which it sees each action before the stores do.
  public init(
    inputs: SystemInputs = .live, executor: Executor = .callingThread,
    reentrancy: Reentrancy = .queued, middleware: [any Middleware] = []
  ) {
    self.reentrancy = reentrancy
    self.middleware = middleware
    state = DispatcherState(inputs: inputs)
    queue =
      switch executor {
      case .callingThread: nil
      case .mainActor: .main
      case .queue(let queue): queue
      }
  }

  /// The last action that was handled, or the one that is being handled.
  package var lastTurn: Turn { withState { $0.turn } }

  /// Runs `body` on the state while no other thread uses it.
  package func withState<Result>(_ body: (DispatcherState) throws -> Result) rethrows -> Result {
    if dispatchLock.isMine { return try body(state) }
    return try dispatchLock.withLock { try body(state) }
  }
}
