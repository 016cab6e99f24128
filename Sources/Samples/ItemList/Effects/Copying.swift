package import PlayheadFlux

/// Copies passwords to the pasteboard, and confirms that.
package struct Copying: Middleware {
  private let items: ItemStore
  private let pasteboard: any Pasteboard

  /// Copies passwords of `items`.
  package init(_ items: ItemStore, to pasteboard: any Pasteboard) {
    self.items = items
    self.pasteboard = pasteboard
  }

  /// Copies the password that `action` asks for, if the item exists.
  package func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    let turn = next(action)
    guard let action = action as? CopyPassword, let item = items.state[action.id] else { return }
    pasteboard.copy(item.password)
    dispatcher.dispatch(CopyConfirmed(id: item.id), cause: turn)
  }
}
