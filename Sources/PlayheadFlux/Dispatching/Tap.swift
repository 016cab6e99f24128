/// What a dispatcher calls around each action, such as a recorder.
///
/// All calls come from the thread that handles the action, one at a time. What a tap dispatches is handled after the
/// current action.
package protocol Tap: AnyObject, Sendable {
  /// The dispatcher handled `turn` last, and calls this tap for each action from now on.
  ///
  /// Called between actions, when all states can be read. Indices in an ``Outcome`` are those in ``Dispatcher/stores``,
  /// until ``didChangeStores(of:after:)``.
  func didAttach(to dispatcher: Dispatcher, after turn: Turn)

  /// `action` is the next; no store has seen it yet.
  func willHandle(_ action: any Action, turn: Turn, cause: Turn?)

  /// All stores have handled the action; observers are called next.
  func didHandle(turn: Turn, outcome: Outcome)

  /// Stores were registered or unregistered: indices in outcomes after `turn` belong to the new ``Dispatcher/stores``.
  ///
  /// Called between actions. By default it does nothing.
  func didChangeStores(of dispatcher: Dispatcher, after turn: Turn)
}

extension Tap {
  package func didChangeStores(of dispatcher: Dispatcher, after turn: Turn) {}
}

/// What handling one action came to.
package struct Outcome: Sendable {
  /// The stores that changed: their indices in ``Dispatcher/stores``, ascending.
  package var changed: [Int]
  /// What the stores took from outside, in order.
  package var draws: [Draw]

  package init(changed: [Int], draws: [Draw]) {
    self.changed = changed
    self.draws = draws
  }
}

/// What handling an action of a log came to.
package struct Replayed: Sendable {
  /// How the stores' draws differ from the ones in the log.
  package enum DrawMismatch: Hashable, Sendable {
    /// The draw at `index` (from 0) was `asked` for, and the log had `found`; nothing, if `nil`.
    ///
    /// The store got a placeholder instead, the same in every replay: the epoch, the zero UUID, or bits
    /// of a generator with the action's number as its seed.
    case mismatch(index: Int, asked: Draw.Kind, found: Draw?)

    /// The stores left `count` draws of the log untaken.
    case leftOver(count: Int)
  }

  /// The stores that changed: their indices in ``Dispatcher/stores``, ascending.
  package let changed: [Int]
  /// How the stores' draws differed from the log's, if they did.
  package let mismatch: DrawMismatch?
  /// All that the stores drew, if the log's draws were continued.
  package let draws: [Draw]
}
