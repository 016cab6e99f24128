package import PlayheadFlux

/// A middleware that prints each action with its turn and its cause: `#12 LikeFailed(post: 3) ← #11`.
///
/// For development only: prints the values of actions. Do not put secrets into actions that it sees.
package struct ActionLogger: Middleware {
  private let print: @Sendable (String) -> Void

  /// A logger that calls `print` with its lines.
  package init(to print: @escaping @Sendable (String) -> Void = { Swift.print($0) }) {
    self.print = print
  }

  /// Prints a line after the stores have handled the action, or a middleware has held it back.
  package func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    let cause = next.cause.map { " ← #\($0.number)" } ?? ""
    guard let turn = next(action) else { return print("held back: \(action)\(cause)") }
    print("#\(turn.number) \(action)\(cause)")
  }
}
