import PlayheadFlux

extension AnnotationStores {
  func handleMutations() {
    handle(CreateIssue.self)
    handle(AddAnnotation.self)
    handle(SetStatus.self)
    handle(Assign.self)
    handle(Share.self)
    handle(DeleteAnnotation.self)
  }

  func handleAnswers() {
    outbox.on(ChangeSaved.self) { outbox, action, context in
      if !outbox.moveToQueue(action.change) { context.leaveUnchanged() }
    }
    outbox.on(ChangeAccepted.self) { outbox, action, context in
      if !outbox.remove(action.change) { context.leaveUnchanged() }
    }
    outbox.on(ChangeRejected.self) { outbox, action, context in
      if !outbox.undo(action.change) { context.leaveUnchanged() }
    }
    outbox.on(ChangeNotSaved.self) { outbox, action, context in
      if !outbox.undo(action.change) { context.leaveUnchanged() }
    }
    follow(ChangeRejected.self)
    follow(ChangeNotSaved.self)
  }

  /// Handles a mutation in the outbox first, which finds its effect on the board before the action.
  private func handle<M: Mutation>(_ type: M.Type) {
    // Unowned, because these stores already reference the outbox. Handlers run only while a dispatcher
    // references all of them.
    outbox.on(type) {
      [unowned sheets, unowned issues, unowned annotations] outbox, action, context in
      let board = Board(
        sheets: sheets.state, issues: issues.state, annotations: annotations.state)
      let change = board.flatMap { action.change(on: $0, context) }
      if !outbox.record(change) { context.leaveUnchanged() }
    }
    follow(type)
  }

  /// Makes the later stores apply the update that the outbox made of an action.
  private func follow<A: Action>(_ type: A.Type) {
    sheets.on(type) { [outbox] sheets, _, context in
      if !sheets.follow(outbox.state.update) { context.leaveUnchanged() }
    }
    for query in [issues, annotations] {
      query.on(type) { [outbox] query, _, context in
        if !query.follow(outbox.state.update) { context.leaveUnchanged() }
      }
    }
  }
}
