/// An object that a dispatcher calls around each action, such as a recorder.
///
/// All calls come from the thread that handles the action, one at a time. An action that a tap dispatches is
/// handled after the current one.
package protocol Tap: AnyObject, Sendable {
  /// The dispatcher last handled `turn`, and calls this tap for each action from now on.
  ///
  /// Called between actions, when all states are readable. Until ``didChangeStores(of:after:)``, indices in
  /// an ``Outcome`` refer to ``Dispatcher/stores``.
  func didAttach(to dispatcher: Dispatcher, after turn: Turn)

  /// `action` comes next; no store has seen it yet.
  func willHandle(_ action: any Action, turn: Turn, cause: Turn?)

  /// All stores have handled the action; observers are called next.
  func didHandle(turn: Turn, outcome: Outcome)

  /// Stores were registered or unregistered: after `turn`, outcomes' indices refer to the new
  /// ``Dispatcher/stores``.
  ///
  /// Called between actions. Does nothing by default.
  func didChangeStores(of dispatcher: Dispatcher, after turn: Turn)
}

extension Tap {
  package func didChangeStores(of dispatcher: Dispatcher, after turn: Turn) {}
}

/// The result of handling one action.
package struct Outcome: Sendable {
  /// The indices in ``Dispatcher/stores`` of the stores that changed, ascending.
  package var changed: [Int]
  /// The values that the stores took from outside, in order.
  package var draws: [Draw]

  package init(changed: [Int], draws: [Draw]) {
    self.changed = changed
    self.draws = draws
  }
}
