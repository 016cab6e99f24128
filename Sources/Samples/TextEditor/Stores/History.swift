/// The edits to undo and redo, and the edits of the current action.
///
/// Its store runs before the document's, because an edit's removed text only exists until the edit is made.
/// On `Undo` and `Redo`, the document applies the edits in this state.
package struct History: Codable, Sendable {
  /// The groups that `Undo` can undo, the last first.
  package private(set) var undoable: [EditGroup] = []

  /// The groups that `Redo` can repeat, the last first.
  package private(set) var redoable: [EditGroup] = []

  /// The edits of the last `Replace`, `Undo` or `Redo`, in order.
  package private(set) var edits: [Edit] = []

  /// Whether the next edit may join the last group.
  private var lastGroupIsOpen = false

  /// The most groups. A group is a run of typing, so 200 groups reach back some thousand keystrokes. Without
  /// a limit, the history would become larger than its document.
  package static let limit = 200

  /// Nothing to undo.
  package init() {}

  /// Adds a new edit. Returns whether anything changed.
  mutating func record(_ edit: Edit, transaction: Int?) -> Bool {
    guard !edit.isEmpty else { return publish([]) }
    redoable.removeAll()
    if !goOn(with: edit, transaction: transaction) {
      undoable.append(EditGroup(edit, transaction: transaction))
      if undoable.count > History.limit { undoable.removeFirst() }
    }
    lastGroupIsOpen = true
    return publish([edit])
  }

  /// Sets the edits that undo the last group. Returns whether anything changed.
  mutating func undo() -> Bool {
    guard let group = undoable.popLast() else { return publish([]) }
    lastGroupIsOpen = false
    redoable.append(group)
    return publish(group.inverse)
  }

  /// Sets the edits of the group undone last. Returns whether anything changed.
  mutating func redo() -> Bool {
    guard let group = redoable.popLast() else { return publish([]) }
    lastGroupIsOpen = false
    undoable.append(group)
    return publish(group.edits)
  }

  /// Ends the run of typing, as moving the caret does. Returns whether anything changed.
  mutating func endRun() -> Bool {
    defer { lastGroupIsOpen = false }
    return lastGroupIsOpen
  }

  private mutating func goOn(with edit: Edit, transaction: Int?) -> Bool {
    guard lastGroupIsOpen, !undoable.isEmpty else { return false }
    return undoable[undoable.count - 1].absorb(edit, transaction: transaction)
  }

  private mutating func publish(_ edits: [Edit]) -> Bool {
    defer { self.edits = edits }
    return !(edits.isEmpty && self.edits.isEmpty)
  }
}
