/// Sees each action before the stores do: the place for effects. It can hold an action back, replace it, or
/// start work that dispatches when it is done.
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
/// It runs where actions are handled. A replay does not run it: the log has the actions that it dispatched.
public protocol Middleware: Sendable {
  /// Handles `action`, which reaches the stores only through `next`.
  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next)
}

/// Leads from a ``Middleware`` to the next one, and from the last one to the stores.
///
/// You can call it until the middleware returns.
public struct Next {
  let dispatcher: Dispatcher
  let position: Int
  package let cause: Turn?
  /// The dispatcher's action that it belongs to, to notice a call that comes too late.
  let entry: UInt64

  /// Hands `action` on. When it returns, the stores have handled the action.
  ///
  /// - Returns: The action's turn, to pass as the cause of what follows; `nil` if a later middleware held the
  ///   action back.
  @discardableResult public func callAsFunction(_ action: any Action) -> Turn? {
    dispatcher.proceed(action, from: self)
  }
}

@available(*, unavailable, message: "'next' is valid until the middleware returns")
extension Next: Sendable {}
