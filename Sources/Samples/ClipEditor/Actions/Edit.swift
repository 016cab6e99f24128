package import PlayheadFlux

/// An action that changes what a person has made, and that can be undone.
///
/// There is a type for each verb, and the noun is a field. So a new kind of item comes with no new
/// action, and a new verb is one type, which says here what it does to each kind: that is the answer
/// to what the text calls 'action inflation'. A type for each pair of verb and noun would be
/// twenty-four instead of six; one type for all edits would say nothing in a list of actions.
package protocol Edit: Action {
  /// Where it is made.
  var scene: Scene { get }

  /// What it is made to.
  var kind: ItemKind { get }

  /// Does to the tracks what it does to clips; if that is impossible, nothing.
  func apply(to tracks: inout [Track])

  /// Does what it does to stickers, texts and filters; if that is impossible, nothing.
  func apply(to overlays: inout [Overlay])
}

/// An edit of an item that exists.
package protocol ItemEdit: Edit {
  /// The item.
  var item: ItemID { get }
}

extension ItemEdit {
  /// The item's scene.
  package var scene: Scene { item.scene }

  /// The item's kind.
  package var kind: ItemKind { item.kind }
}

extension Composition {
  /// Does what `edit` does.
  package mutating func apply(_ edit: any Edit) {
    if edit.kind == .clip { edit.apply(to: &tracks) } else { edit.apply(to: &self[edit.kind]) }
  }
}

extension Store {
  /// Takes every kind of edit.
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
