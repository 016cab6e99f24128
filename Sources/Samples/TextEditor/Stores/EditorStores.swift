package import PlayheadFlux

/// The editor's stores, in the order in which they handle an action.
package struct EditorStores: Sendable {
  /// Undo and redo.
  package let history: Store<History>

  /// The text.
  package let document: Store<Document>

  /// The caret and the selection.
  package let caret: Store<Caret>

  /// Scalars, lines and words.
  package let statistics: Store<Statistics>

  /// The stores of an empty document, with a mistake for exercises.
  package init(_ fault: TextEditorFault? = nil) {
    history = Store("history", History())
    document = Store("document", Document(), after: [history])
    caret = Store("caret", Caret(), after: [document])
    statistics = Store("statistics", Statistics(of: TextBuffer()), after: [document])
    handleEdits()
    handleMoves(fault)
  }

  private func handleEdits() {
    // Unowned, because the document already references the history. Handlers run only while a dispatcher
    // references both.
    history.on(Replace.self) { [unowned document] history, action, context in
      let edit = Edit(action, on: document.state.text)
      if !history.record(edit, transaction: action.transaction) { context.leaveUnchanged() }
    }
    history.on(Undo.self) { history, _, context in
      if !history.undo() { context.leaveUnchanged() }
    }
    history.on(Redo.self) { history, _, context in
      if !history.redo() { context.leaveUnchanged() }
    }
    applyEdits(of: Replace.self)
    applyEdits(of: Undo.self)
    applyEdits(of: Redo.self)
  }

  /// Makes the later stores apply the edits that the history has found.
  private func applyEdits<A: Action>(of type: A.Type) {
    document.on(type) { [history] document, _, context in
      let edits = history.state.edits
      if edits.isEmpty { return context.leaveUnchanged() }
      document.apply(edits)
    }
    caret.on(type) { [history, document] caret, _, context in
      let end = history.state.edits.last?.end
      guard let end, caret.select(from: end, to: end, in: document.state.text) else {
        return context.leaveUnchanged()
      }
    }
    statistics.on(type) { [document] statistics, _, context in
      let now = Statistics(of: document.state.text)
      if now == statistics { return context.leaveUnchanged() }
      statistics = now
    }
  }

  private func handleMoves(_ fault: TextEditorFault?) {
    history.on(MoveCaret.self) { history, _, context in
      if !history.endRun() { context.leaveUnchanged() }
    }
    history.on(Select.self) { history, _, context in
      if !history.endRun() { context.leaveUnchanged() }
    }
    let seen = fault == .watchedLength ? SeenLength(of: document) : nil
    caret.on(MoveCaret.self) { [document] caret, action, context in
      let text = document.state.text
      let wanted = action.to + (fault?.deviation ?? 0)
      let place = seen?.limit(wanted) ?? wanted
      if !caret.select(from: place, to: place, in: text) { context.leaveUnchanged() }
    }
    caret.on(Select.self) { [document] caret, action, context in
      let text = document.state.text
      if !caret.select(from: action.anchor, to: action.head, in: text) { context.leaveUnchanged() }
    }
  }
}
