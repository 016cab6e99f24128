import SampleSupport
import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

@MainActor @Suite struct `A view and its presenter` {
  @Test
  func `the password list's list view and presenter are deallocated when the user locks the app`()
    throws
  {
    let session = try ItemListSession.unlocked()
    weak var view: ListScreen?
    weak var presenter: ItemListPresenter?
    try withExtendedLifetime(session) {
      view = session.app.root.top as? ListScreen
      presenter = view?.presenter
      #expect(view != nil)
      #expect(presenter != nil)
      try session.perform("lock")
      #expect(view == nil)
      #expect(presenter == nil)
    }
  }

  @Test func `the password list keeps its list view while a login is open on top of it`() throws {
    let session = try ItemListSession.unlocked()
    weak let list = session.app.root.top as? ListScreen
    try session.perform("open 1")
    weak let detail = session.app.root.top as? DetailScreen
    #expect(list != nil)
    #expect(detail != nil)
    try session.perform("back")
    #expect(detail == nil)
    #expect(session.app.root.top === list)
  }

  @Test func `the password list's presenter does not keep its view alive`()
    throws
  {
    let session = try ItemListSession.unlocked()
    let presenter = ItemListPresenter(session.core)
    weak var view: CountingView?
    do {
      let shown = CountingView(presenter)
      view = shown
      #expect(shown.count == 1)
    }
    #expect(view == nil)
    // Its presenter goes on without it, and nothing happens.
    presenter.onFilterText("g")
    #expect(session.core.display.state.filteringText == "g")
  }

  @Test
  func `the password list's stores, views and dispatcher are deallocated when the app is released`()
    throws
  {
    weak var items: ItemStore?
    weak var root: RootScreen?
    weak var dispatcher: Dispatcher?
    do {
      // Replayed, as the task of a live check may still be on its way out.
      let session = try ItemListSession()
      let way: [any Action] = [
        Unlock(code: ""), Unlocked(), ItemsLoaded(items: LoginItem.examples),
      ]
      for action in way { session.app.dispatcher.apply(action, draws: []) }
      try session.perform("open 1", "copy", "back", "settings")
      items = session.core.items
      root = session.app.root
      dispatcher = session.app.dispatcher
    }
    #expect(items == nil)
    #expect(root == nil)
    #expect(dispatcher == nil)
  }
}

private final class CountingView: ItemListView {
  private let calls = Locked(0)

  init(_ presenter: ItemListPresenter) { presenter.attach(to: self) }

  var count: Int { calls.value }

  func show(_ model: ItemListViewModel) { calls.withLock { $0 += 1 } }

  func setCancelButton(isHidden: Bool) {}
}
