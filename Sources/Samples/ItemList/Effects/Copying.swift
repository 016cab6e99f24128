package import PlayheadFlux

/// Puts passwords on the pasteboard, and says so.
package struct Copying: Middleware {
  private let items: ItemStore
  private let pasteboard: any Pasteboard

  /// Copies passwords of `items`.
  package init(_ items: ItemStore, to pasteboard: any Pasteboard) {
    self.items = items
    self.pasteboard = pasteboard
  }

  /// Copies what `action` asks for, if it is there.
  package func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    let turn = next(action)
    guard let action = action as? CopyPassword, let item = items.state[action.id] else { return }
    pasteboard.copy(item.password)
    dispatcher.dispatch(CopyConfirmed(id: item.id), cause: turn)
  }
}
