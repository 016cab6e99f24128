import PlayheadFlux
import PlayheadTerminal

extension TextEditor {
  /// Performs a command, as an action at the present caret.
  func perform(_ command: EditorCommand) throws {
    switch command {
    case .insert(let text): replaceSelection(with: text)
    case .delete(let count): try delete(count)
    case .move(let destination): dispatcher.dispatch(MoveCaret(to: position(of: destination)))
    case .select(let anchor, let head): dispatcher.dispatch(Select(anchor: anchor, head: head))
    case .selectAll: dispatcher.dispatch(Select(anchor: 0, head: text.scalarCount))
    case .replace(let at, let count, let text):
      dispatcher.dispatch(Replace(at: at, count: count, text: text))
    case .undo: try undo()
    case .redo: try redo()
    case .help: break
    }
  }

  private var text: TextBuffer { stores.document.state.text }

  private var selection: Range<Int> { stores.caret.state.selection }

  private func replaceSelection(with text: String) {
    dispatcher.dispatch(Replace(at: selection.lowerBound, count: selection.count, text: text))
  }

  private func delete(_ count: Int) throws {
    if !selection.isEmpty { return replaceSelection(with: "") }
    let start = max(selection.lowerBound - count, 0)
    guard start < selection.lowerBound else {
      throw CommandError("there is nothing before the caret; 'move end' goes behind the text")
    }
    dispatcher.dispatch(Replace(at: start, count: selection.lowerBound - start))
  }

  private func undo() throws {
    guard !stores.history.state.undoable.isEmpty else {
      throw CommandError("there is nothing to undo; edit first")
    }
    dispatcher.dispatch(Undo())
  }

  private func redo() throws {
    guard !stores.history.state.redoable.isEmpty else {
      throw CommandError("there is nothing to redo; 'undo' comes first")
    }
    dispatcher.dispatch(Redo())
  }

  /// Where a move ends. The position always exists, so that logs show where the caret went.
  private func position(of destination: EditorCommand.Destination) -> Int {
    let wanted =
      switch destination {
      case .position(let position): position
      case .by(let distance): sum(stores.caret.state.head, distance)
      case .start: 0
      case .end: text.scalarCount
      case .line(let number): text.range(ofLine: max(number, 1) - 1).lowerBound
      }
    return text.clamp(at: wanted, count: 0).lowerBound
  }

  /// The sum, or the largest `Int`.
  private func sum(_ position: Int, _ distance: Int) -> Int {
    // Positions are not negative, so the sum cannot be too small.
    let (sum, overflows) = position.addingReportingOverflow(distance)
    return overflows ? .max : sum
  }
}
