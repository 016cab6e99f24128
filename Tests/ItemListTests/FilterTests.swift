import SampleSupport
import FluxTesting
import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

/// A view without a user interface, which notes down what its presenter tells it.
private final class ListProbe: ItemListView {
  let presenter: ItemListPresenter
  private let told = Locked<[ItemListViewModel]>([])
  private let hidden = Locked<[Bool]>([])

  init(_ core: ItemListCore) {
    presenter = ItemListPresenter(core)
    presenter.attach(to: self)
  }

  func show(_ model: ItemListViewModel) { told.withLock { $0.append(model) } }

  func setCancelButton(isHidden: Bool) { hidden.withLock { $0.append(isHidden) } }

  var models: [ItemListViewModel] { told.value }

  var titles: [[String]] { models.map { $0.cells.map(\.title) } }

  /// What the cancel button's `isHidden` was set to, in order.
  var cancelButton: [Bool] { hidden.value }
}

@MainActor @Suite struct `The filter field` {
  @Test func `the filter field makes the round trip from the view to the view`() throws {
    let session = try ItemListSession.unlocked()
    let view = ListProbe(session.core)
    view.presenter.onFilterText("gitl")
    let action = try #require(session.tape.entries.last?.action as? ItemListFilterAction)
    #expect(action.filteringText == "gitl")
    #expect(session.core.display.state.filteringText == "gitl")
    #expect(view.models.count == 2)
    #expect(view.titles.last == ["gitlab.example"])
    #expect(view.models.last?.filteringText == "gitl")
    #expect(view.models.last?.total == 6)
  }

  @Test func `the filter field is combined with the most recent list of items`() throws {
    let session = try ItemListSession.unlocked()
    let view = ListProbe(session.core)
    view.presenter.onFilterText("shop")
    #expect(view.titles.last == [])
    view.presenter.onNewItem(hostname: "shop.example", username: "a", password: "b", notes: "")
    #expect(view.titles.last == ["shop.example"])
  }

  @Test
  func `the filter field hides the cancel button while it is empty, and only tells of changes`()
    throws
  {
    let session = try ItemListSession.unlocked()
    let view = ListProbe(session.core)
    #expect(view.cancelButton == [true])
    for text in ["g", "gi", "g"] { view.presenter.onFilterText(text) }
    #expect(view.cancelButton == [true, false])
    view.presenter.onFilterText("")
    #expect(view.cancelButton == [true, false, true])
  }

  @Test func `the filter field is emptied by several sources alike`() throws {
    let session = try ItemListSession.unlocked()
    let view = ListProbe(session.core)
    let presenter = view.presenter
    for tap in [presenter.onClearButton, presenter.onCancelButton, { presenter.onFilterText("") }] {
      presenter.onFilterText("g")
      tap()
      let action = try #require(session.tape.entries.last?.action as? ItemListFilterAction)
      #expect(action.filteringText == "")
      #expect(view.cancelButton.last == true)
      #expect(view.titles.last?.count == 6)
    }
  }

  @Test func `the filter field tells no one of a text that it has already`() throws {
    let session = try ItemListSession.unlocked()
    let view = ListProbe(session.core)
    view.presenter.onFilterText("g")
    view.presenter.onFilterText("g")
    #expect(view.models.count == 2)
    #expect(session.tape.entries.last?.changed == [])
  }

  @Test
  func `the filter field gives a view that comes late the current text and the current items`()
    throws
  {
    let session = try ItemListSession.unlocked()
    session.app.dispatcher.dispatch(ItemListFilterAction(filteringText: "git"))
    let late = ListProbe(session.core)
    #expect(late.titles == [["github.example", "gitlab.example"]])
    #expect(late.cancelButton == [false])
  }

  @Test func `the filter field is one filter for all views`() throws {
    let session = try ItemListSession.unlocked()
    let views = [ListProbe(session.core), ListProbe(session.core)]
    views[0].presenter.onFilterText("git")
    #expect(views[1].titles.last == ["github.example", "gitlab.example"])
  }

  @Test func `the filter field is told once for an action that changes items and text together`()
    throws
  {
    let session = try ItemListSession.unlocked()
    let view = ListProbe(session.core)
    view.presenter.onFilterText("git")
    session.app.dispatcher.dispatch(Lock())
    #expect(view.models.map(\.filteringText) == ["", "git", ""])
    #expect(view.models.map(\.total) == [6, 6, 0])
  }

  @Test func `the filter field shows only what matches on the terminal`() throws {
    let session = try ItemListSession.unlocked()
    #expect(
      try session.perform("filter git") == """
        Logins, alphabetically
        [git] (cancel)
           1  github.example  ada
           2  gitlab.example  ada@work.example
        2 of 6 logins
        """)
    #expect(try session.perform("cancel").contains("(cancel)") == false)
    #expect(
      session.refusal(of: "cancel")
        == "there is no cancel button while the filter is empty; 'filter TEXT' fills it")
  }
}
