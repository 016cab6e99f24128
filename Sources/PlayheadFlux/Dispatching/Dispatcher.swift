public import Dispatch

/// Hands actions to stores, one at a time, in one order for all threads.
///
/// ```swift
/// let dispatcher = Dispatcher()
/// try dispatcher.register(cart, prices)
/// dispatcher.dispatch(AddItem(sku: "A-7", quantity: 2))
/// ```
///
/// An action goes through the middleware, the taps, the stores in their order, the taps again, and
/// then the observers of the stores that changed. What any of these dispatches meanwhile is queued:
/// it is handled after the current action, before any other thread's, with the current action as
/// its cause.
public final class Dispatcher: Sendable {
  /// Where actions are handled.
  public enum Executor: Sendable {
    /// On the thread that dispatches: `dispatch` waits for other threads' actions, and returns
    /// when its own is handled.
    case callingThread
    /// On the main queue: `dispatch` returns at once.
    case main
    /// On this queue: `dispatch` returns at once.
    case queue(DispatchQueue)
  }

  /// What happens to an action that is dispatched while another is being handled, from the same
  /// thread.
  public enum Reentrancy: Sendable {
    /// It is handled afterwards.
    case queued
    /// The program stops: it is a mistake, as in Facebook's Flux.
    case strict
  }

  /// Where the stores' dates, UUIDs and random numbers come from.
  public let inputs: SystemInputs

  let queue: DispatchQueue?
  let reentrancy: Reentrancy
  let middleware: [any Middleware]

  /// Who holds it handles actions.
  let baton = Lock()
  nonisolated(unsafe) let stage: Stage
  let interludes = Interludes()
  /// What is on its way to `queue`.
  let inbox = Guarded(Backlog<Parcel>())

  /// A dispatcher without stores.
  ///
  /// - Parameters:
  ///   - inputs: Where the stores' dates, UUIDs and random numbers come from.
  ///   - executor: Where actions are handled.
  ///   - reentrancy: What happens to actions that are dispatched while one is being handled.
  ///   - middleware: What sees each action before the stores do, the first first.
  public init(
    inputs: SystemInputs = .live, executor: Executor = .callingThread,
    reentrancy: Reentrancy = .queued, middleware: [any Middleware] = []
  ) {
    self.inputs = inputs
    self.reentrancy = reentrancy
    self.middleware = middleware
    stage = Stage(inputs: inputs)
    queue =
      switch executor {
      case .callingThread: nil
      case .main: .main
      case .queue(let queue): queue
      }
  }

  /// The action that was handled last, or is being handled now.
  public var lastTurn: Turn { alone { $0.turn } }

  /// Reads or changes the stage, when no other thread does.
  func alone<Result>(_ body: (Stage) throws -> Result) rethrows -> Result {
    if baton.isMine { return try body(stage) }
    return try baton.withLock { try body(stage) }
  }
}
