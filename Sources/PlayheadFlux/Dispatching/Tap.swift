/// What a dispatcher calls around each action.
///
/// All calls come from the thread that handles the action, one at a time. What a tap dispatches is
/// handled after the current action.
public protocol Tap: AnyObject, Sendable {
  /// The dispatcher handled `turn` last, and will tell this tap about each action from now on.
  ///
  /// It is called between actions: the states of all stores can be read. Positions in an ``Outcome``
  /// are those in ``Dispatcher/stores`` as it is now, until ``didChangeStores(of:after:)``.
  func didAttach(to dispatcher: Dispatcher, after turn: Turn)

  /// `action` is the next; no store has seen it yet.
  func willHandle(_ action: any Action, turn: Turn, cause: Turn?)

  /// All stores have handled the action; no observer has been told yet.
  func didHandle(turn: Turn, outcome: Outcome)

  /// Stores were registered or unregistered: ``Dispatcher/stores`` is another list now, to which the
  /// positions in the outcomes after `turn` belong.
  ///
  /// It is called between actions. By default it does nothing.
  func didChangeStores(of dispatcher: Dispatcher, after turn: Turn)
}

extension Tap {
  /// Does nothing.
  public func didChangeStores(of dispatcher: Dispatcher, after turn: Turn) {}
}
