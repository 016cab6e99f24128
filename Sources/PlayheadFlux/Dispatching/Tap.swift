/// What a dispatcher calls around each action.
///
/// All calls come from the thread that handles the action, one at a time. What a tap dispatches is
/// handled after the current action.
public protocol Tap: AnyObject, Sendable {
  /// The dispatcher handled `turn` last, and will tell this tap about each action from now on.
  ///
  /// It is called between actions: the states of all stores can be read.
  func didAttach(to dispatcher: Dispatcher, after turn: Turn)

  /// `action` is the next; no store has seen it yet.
  func willHandle(_ action: any Action, turn: Turn, cause: Turn?)

  /// All stores have handled the action; no observer has been told yet.
  func didHandle(turn: Turn, outcome: Outcome)
}
