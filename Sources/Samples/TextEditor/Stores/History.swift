/// What can be undone and redone, and what the present action does to the document.
///
/// Its store runs before the document's: an edit's removed text is there only until the edit is
/// made, and on `Undo` and `Redo` the document makes the edits that are found here.
package struct History: Codable, Sendable {
  /// What `Undo` takes back, the last first.
  package private(set) var undoable: [EditGroup] = []

  /// What `Redo` makes again, the last first.
  package private(set) var redoable: [EditGroup] = []

  /// What the last `Replace`, `Undo` or `Redo` does to the document, in order.
  package private(set) var edits: [Edit] = []

  /// Whether the next edit may go on with the last group.
  private var lastGroupIsOpen = false

  /// How many groups are kept. Groups hold a run of typing each, so 200 reach back some thousand
  /// keystrokes; without an end the history would outgrow the document it belongs to.
  package static let limit = 200

  /// Nothing to undo.
  package init() {}

  /// Takes note of a new edit; returns whether anything is different now.
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

  /// Gives the edits that take the last group back; returns whether anything is different now.
  mutating func undo() -> Bool {
    guard let group = undoable.popLast() else { return publish([]) }
    lastGroupIsOpen = false
    redoable.append(group)
    return publish(group.inverse)
  }

  /// Gives the edits of the group undone last; returns whether anything is different now.
  mutating func redo() -> Bool {
    guard let group = redoable.popLast() else { return publish([]) }
    lastGroupIsOpen = false
    undoable.append(group)
    return publish(group.edits)
  }

  /// Ends the run of typing, as moving the caret does; returns whether anything is different now.
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
