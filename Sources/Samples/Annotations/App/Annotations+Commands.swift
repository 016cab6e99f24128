import PlayheadFlux
import SampleSupport

extension Annotations {
  /// All lines that the app understands.
  static let commands = CommandTable<Annotations>(
    TextCommand("sheet N", "turn to sheet N") { app, words in try app.turn(to: &words) },
    TextCommand("issue TEXT", "make an issue on this sheet") { app, words in
      app.dispatcher.dispatch(CreateIssue(title: try words.text("an issue's title")))
    },
    TextCommand("add KIND TEXT", "put a text, a photo or a drawing on this sheet") { app, words in
      let kind = try words.choice("a kind of annotation", of: AddAnnotation.Kind.self)
      app.dispatcher.dispatch(AddAnnotation(kind, title: try words.text("what it says")))
    },
    TextCommand("status N STATUS", "say that issue N is open or closed") { app, words in
      try app.setStatus(&words)
    },
    TextCommand("assign N NAME", "let NAME settle issue N, or nobody") { app, words in
      try app.assign(&words)
    },
    TextCommand("share N", "let everybody see annotation N") { app, words in
      app.dispatcher.dispatch(Share(try app.annotation(&words).id))
    },
    TextCommand("delete N", "take annotation N, which has to be yours, from the sheet") {
      app, words in try app.delete(&words)
    },
    TextCommand("filters", "open the filter popover, or close it") { app, _ in
      app.dispatcher.dispatch(ToggleFilterPopover())
    },
    TextCommand("filter NAME", "turn a filter on or off: everything, shared, Ben, open, photo") {
      app, words in try app.toggleFilter(&words)
    },
    TextCommand("enter GROUP", "show the details of a filter group") { app, words in
      app.dispatcher.dispatch(EnterFilterGroup(try words.choice("a filter group")))
    },
    TextCommand("leave", "go back to the list of filters") { app, _ in
      app.dispatcher.dispatch(LeaveFilterGroup())
    },
    TextCommand("reset", "turn all filters off") { app, _ in
      app.dispatcher.dispatch(ResetFilters())
    },
    TextCommand("reset-group GROUP", "turn the filters of a group off") { app, words in
      app.dispatcher.dispatch(ResetFiltersInGroup(try words.choice("a filter group")))
    },
    TextCommand("offline", "lose the network") { app, _ in
      app.dispatcher.dispatch(NetworkChanged(isOnline: false))
    },
    TextCommand("online", "find it again") { app, _ in
      app.dispatcher.dispatch(NetworkChanged(isOnline: true))
    },
    TextCommand("sync", "try again to send what waits") { app, _ in try app.sync() },
    TextCommand("open FILE", "open a project's file, or make one") { app, words in
      try app.open(&words)
    },
    TextCommand("dismiss", "take the notices from the screen") { app, _ in
      app.dispatcher.dispatch(DismissNotices())
    })
}
