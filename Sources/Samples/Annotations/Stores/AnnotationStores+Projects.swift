import PlayheadFlux

extension AnnotationStores {
  func handleProjects() {
    outbox.on(ProjectOpened.self) { outbox, action in outbox.open(action.project.queue) }
    sheets.on(ProjectOpened.self) { sheets, action in
      sheets.open(action.project, at: action.path)
    }
    sheets.on(SelectSheet.self) { sheets, action, context in
      if !sheets.select(action.sheet) { context.leaveUnchanged() }
    }
    for query in [issues, annotations] { handleProjects(query) }
  }

  private func handleProjects(_ query: Store<LiveQuery>) {
    query.on(ProjectOpened.self) { query, action in
      guard let sheet = action.project.sheets.first else { return }
      query.select(sheet.number)
      _ = query.load(action.annotations, of: sheet.number)
    }
    query.on(SelectSheet.self) { [sheets] query, _, context in
      guard let sheet = sheets.state.selected, sheet != query.sheet else {
        return context.leaveUnchanged()
      }
      query.select(sheet)
    }
    query.on(SheetLoaded.self) { query, action, context in
      if !query.load(action.annotations, of: action.sheet) { context.leaveUnchanged() }
    }
  }

  func handleNetwork() {
    network.on(NetworkChanged.self) { network, action, context in
      if !network.change(isOnline: action.isOnline) { context.leaveUnchanged() }
    }
    network.on(SyncPaused.self) { network, action in network.pause(action.sentence) }
    network.on(anyOf: RetrySync.self, ChangeAccepted.self, ChangeRejected.self) {
      network, _, context in
      if !network.resume() { context.leaveUnchanged() }
    }
  }

  func handleScreen() {
    screen.on(ToggleFilterPopover.self) { screen, _ in screen.showsFilters.toggle() }
    screen.on(DismissNotices.self) { screen, _, context in
      if !screen.dismiss() { context.leaveUnchanged() }
    }
    screen.on(DatabaseFailed.self) { screen, action in screen.note(action.sentence) }
    screen.on(ChangeRejected.self) { screen, action in screen.note(action.sentence) }
    screen.on(ChangeNotSaved.self) { screen, action in screen.note(action.sentence) }
  }
}
