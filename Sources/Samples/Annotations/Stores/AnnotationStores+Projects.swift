import PlayheadFlux
import SampleSupport

extension AnnotationStores {
  func handleProjects() {
    outbox.on(ProjectOpened.self) { outbox, action, context in
      context.change(&outbox) { $0.open(action.project.queue) }
    }
    sheets.on(ProjectOpened.self) { sheets, action, context in
      context.change(&sheets) { $0.open(action.project, at: action.path) }
    }
    sheets.on(SelectSheet.self) { sheets, action, context in
      if !sheets.select(action.sheet) { context.leaveUnchanged() }
    }
    for query in [issues, annotations] { handleProjects(query) }
  }

  private func handleProjects(_ query: Store<LiveQuery>) {
    query.on(ProjectOpened.self) { query, action, context in
      guard let sheet = action.project.sheets.first else { return context.leaveUnchanged() }
      context.change(&query) {
        $0.select(sheet.number)
        $0.load(action.annotations, of: sheet.number)
      }
    }
    query.on(SelectSheet.self) { [sheets] query, _, context in
      guard let sheet = sheets.state.selected, sheet != query.sheet else {
        return context.leaveUnchanged()
      }
      query.select(sheet)
    }
    query.on(SheetLoaded.self) { query, action, context in
      context.change(&query) { $0.load(action.annotations, of: action.sheet) }
    }
  }

  func handleNetwork() {
    network.on(NetworkChanged.self) { network, action, context in
      if !network.change(isOnline: action.isOnline) { context.leaveUnchanged() }
    }
    network.on(SyncPaused.self) { network, action, context in
      context.change(&network) { $0.pause(action.sentence) }
    }
    network.on(anyOf: RetrySync.self, ChangeAccepted.self, ChangeRejected.self) {
      network, _, context in
      if !network.resume() { context.leaveUnchanged() }
    }
  }

  func handleScreen() {
    screen.on(ToggleFilterPopover.self) { screen, _ in screen.showsFilters.toggle() }
    // Problems of the old project do not matter for the new one.
    screen.on(anyOf: DismissNotices.self, ProjectOpened.self) { screen, _, context in
      if !screen.dismiss() { context.leaveUnchanged() }
    }
    screen.on(DatabaseFailed.self) { screen, action, context in
      context.change(&screen) { $0.note(action.sentence) }
    }
    screen.on(ChangeRejected.self) { screen, action, context in
      context.change(&screen) { $0.note(action.sentence) }
    }
    screen.on(ChangeNotSaved.self) { screen, action, context in
      context.change(&screen) { $0.note(action.sentence) }
    }
  }
}
