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
  @Test
  func
    `the password list updates its cancel button only when the filter becomes empty or non-empty`()
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

  @Test
  func `a view attached to the password list's presenter later shows the current items`()
    throws
  {
    let session = try ItemListSession.unlocked()
    session.app.dispatcher.dispatch(ItemListFilterAction(filteringText: "git"))
    let late = ListProbe(session.core)
    #expect(late.titles == [["github.example", "gitlab.example"]])
    #expect(late.cancelButton == [false])
  }
}
