package import PlayheadFlux

/// An action that changes the user's work, and can be undone.
///
/// There is one type for each verb, and the noun is a field. A new kind of item needs no new action. A new
/// verb is one type, which says what it does to each kind. This avoids what the text calls 'action
/// inflation'. One type for each pair of verb and noun would mean twenty-four types instead of six. One type
/// for all edits would say nothing in a list of actions.
package protocol Edit: Action {
  /// The scene of the edit.
  var scene: Scene { get }

  /// The kind of the edited item.
  var kind: ItemKind { get }

  /// Applies the edit to clips on the tracks. Does nothing if that is impossible.
  func apply(to tracks: inout [Track])

  /// Applies the edit to stickers, texts or filters. Does nothing if that is impossible.
  func apply(to overlays: inout [Overlay])
}

/// An edit of an existing item.
package protocol ItemEdit: Edit {
  /// The item's ID.
  var item: ItemID { get }
}

extension ItemEdit {
  package var scene: Scene { item.scene }

  package var kind: ItemKind { item.kind }
}

extension Composition {
  /// Applies an edit.
  package mutating func apply(_ edit: any Edit) {
    if edit.kind == .clip { edit.apply(to: &tracks) } else { edit.apply(to: &self[edit.kind]) }
  }
}

extension Store {
  /// Handles all kinds of edits.
  func onEdits(_ handle: @escaping @Sendable (inout State, any Edit, Context) -> Void) {
    on(
      anyOf: AddItem.self, DeleteItem.self, MoveItem.self, TrimItem.self, SplitItem.self,
      RenameItem.self
    ) { state, action, context in
      guard let edit = action as? any Edit else { return context.leaveUnchanged() }
      handle(&state, edit, context)
    }
  }
}
