import PlayheadFlux
import Testing

private enum LoginList {
  // begin
  struct ItemListFilterAction: Action {
    var filteringText: String
  }

  struct Stores: Sendable {
    let dispatcher = Dispatcher()
    let items = Store("items", ["github", "gitlab", "mail"])
    let display = Store("itemListDisplay", "")
      .on(ItemListFilterAction.self) { text, action in text = action.filteringText }

    init() throws { try dispatcher.register(items, display) }
  }
  // end

  // begin
  /// What the list shows: a pure function of the items and the text.
  struct ItemListViewModel: Sendable {
    let hostnames: [String]

    init(_ items: [String], _ text: String) {
      hostnames = items.filter { text.isEmpty || $0.contains(text) }
    }
  }

  protocol ItemListView: AnyObject, Sendable {
    func show(_ model: ItemListViewModel)
    func setCancelButton(isHidden: Bool)
  }

  final class ItemListPresenter: Sendable {
    private let stores: Stores

    init(_ stores: Stores) { self.stores = stores }

    func attach(to view: any ItemListView) {
      stores.dispatcher.observe(stores.items, stores.display, with: self) {
        [weak view] _, items, text in
        view?.show(ItemListViewModel(items, text))
      }
      stores.display.observe(\.isEmpty, with: self) { [weak view] _, isEmpty in
        view?.setCancelButton(isHidden: isEmpty)
      }
    }

    func onFilterText(_ text: String) {
      stores.dispatcher.dispatch(ItemListFilterAction(filteringText: text))
    }

    func onClearButton() { onFilterText("") }
  }
  // end

  // begin
  final class TerminalListView: ItemListView {
    let presenter: ItemListPresenter

    init(_ presenter: ItemListPresenter) {
      self.presenter = presenter
      presenter.attach(to: self)
    }

    func show(_ model: ItemListViewModel) { print(model.hostnames.joined(separator: "\n")) }

    func setCancelButton(isHidden: Bool) { print(isHidden ? "[      ]" : "[      ] cancel") }
  }
  // end

  // begin
  enum Route: Codable, Sendable {
    case locked
    case list
  }

  protocol RootView: AnyObject, Sendable {
    func swap(to route: Route)
  }

  final class RootPresenter: Sendable {
    func attach(to view: any RootView, _ routes: Store<Route>) {
      routes.observe(with: self) { [weak view] _, route in view?.swap(to: route) }
    }
  }
  // end

  static func count(
    _ stores: Stores, in counts: @escaping @Sendable (_ name: String) -> Void
  ) -> SubscriptionToken {
    // begin
    let telemetry = stores.dispatcher.listen { action, _ in counts(type(of: action).actionName) }
    // end
    return telemetry
  }
}

@MainActor @Suite struct PresenterArchitectureTests {
  @MainActor private final class Notes {
    var shown: [[String]] = []
    var hidden: [Bool] = []
    var names: [String] = []
    var routes: [LoginList.Route] = []
  }

  private final class Probe: LoginList.ItemListView, LoginList.RootView {
    let notes: Notes

    init(_ notes: Notes) { self.notes = notes }

    func show(_ model: LoginList.ItemListViewModel) {
      MainActor.assumeIsolated { notes.shown.append(model.hostnames) }
    }

    func setCancelButton(isHidden: Bool) {
      MainActor.assumeIsolated { notes.hidden.append(isHidden) }
    }

    func swap(to route: LoginList.Route) { MainActor.assumeIsolated { notes.routes.append(route) } }
  }

  @Test func `the examples of presenters run as described`() throws {
    let notes = Notes()
    let stores = try LoginList.Stores()
    let telemetry = LoginList.count(stores) { name in
      MainActor.assumeIsolated { notes.names.append(name) }
    }
    var view: Probe? = Probe(notes)
    let presenter = LoginList.ItemListPresenter(stores)
    view.map { presenter.attach(to: $0) }
    presenter.onFilterText("git")
    presenter.onClearButton()
    let all = ["github", "gitlab", "mail"]
    #expect(notes.shown == [all, ["github", "gitlab"], all])
    #expect(notes.hidden == [true, false, true])
    #expect(notes.names.count == 2)
    view = nil
    presenter.onFilterText("mail")
    #expect(notes.shown.count == 3)
    telemetry.cancel()
  }

  @Test func `a root view gets its route when it is attached, and a view releases its presenter`()
    throws
  {
    let notes = Notes()
    let view = Probe(notes)
    let root = LoginList.RootPresenter()
    root.attach(to: view, Store("routes", .list))
    #expect(notes.routes == [.list])
    let stores = try LoginList.Stores()
    weak var presenter: LoginList.ItemListPresenter?
    do {
      let terminal = LoginList.TerminalListView(LoginList.ItemListPresenter(stores))
      presenter = terminal.presenter
      #expect(presenter != nil)
    }
    #expect(presenter == nil)
  }
}
