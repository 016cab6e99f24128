/// A place for effects: it sees each action before the stores do, may hold it back or send another
/// instead, and may start work that dispatches when it is done.
///
/// ```swift
/// struct Search: Middleware {
///   let service: SearchService
///
///   func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
///     let turn = next(action)
///     guard let action = action as? StartSearch else { return }
///     Task {
///       let results = await service.results(for: action.term)
///       dispatcher.dispatch(ShowResults(results), cause: turn)
///     }
///   }
/// }
/// ```
///
/// It runs where actions are handled. On replay it does not run: what it dispatched is in the log.
public protocol Middleware: Sendable {
  /// Handles `action`, which reaches the stores only through `next`.
  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next)
}

/// The way on from a ``Middleware``: the next one, and after the last the stores.
///
/// It is good until the middleware returns.
public struct Next {
  let dispatcher: Dispatcher
  let position: Int
  package let cause: Turn?
  /// Which of the dispatcher's actions it belongs to, to notice a call that comes too late.
  let entry: UInt64

  /// Hands `action` on; when it returns, the stores have handled it.
  ///
  /// - Returns: The action's turn, to be the cause of what follows from it; `nil` if a middleware
  ///   further on held the action back.
  @discardableResult public func callAsFunction(_ action: any Action) -> Turn? {
    dispatcher.proceed(action, from: self)
  }
}

@available(*, unavailable, message: "'next' is good until the middleware returns")
extension Next: Sendable {}
