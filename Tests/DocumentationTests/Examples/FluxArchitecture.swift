import Foundation
import PlayheadFlux
import Synchronization
import Testing

// What the article on Flux shows: the annotation filter of its text, and a shared store.

enum FluxArchitecture {
  // begin
  struct Filter: Codable, Sendable, Hashable {
    enum Kind: String, Codable, Sendable { case hideEverything, openIssues, issueType, photoType }

    let kind: Kind
    var isEnabled = false
  }

  struct FilterState: Codable, Sendable, Hashable {
    var filters: [Filter]
    var isFiltering: Bool { filters.contains(where: \.isEnabled) }
  }
  // end

  // begin
  struct ToggleFilter: Action { var kind: Filter.Kind }
  struct ResetFilters: Action {}
  // end

  static func makeStore() -> Store<FilterState> {
    let all = [.hideEverything, .openIssues, .issueType, .photoType].map { Filter(kind: $0) }
    // begin
    let filters = Store("annotationFilter", FilterState(filters: all))
      .on(ToggleFilter.self) { state, action in
        state.toggle(action.kind)
        // A filter about issues would leave everything else in sight.
        if action.kind == .openIssues, !state.isEnabled(.issueType) { state.toggle(.issueType) }
      }
      .on(ResetFilters.self) { state, _, context in
        guard state.isFiltering else { return context.leaveUnchanged() }
        for index in state.filters.indices { state.filters[index].isEnabled = false }
      }
    // end
    return filters
  }

  // begin
  struct Cell: Equatable {
    let title: String
    let isOn: Bool
  }

  static func tableViewModel(for state: FilterState) -> [Cell] {
    state.filters.map { Cell(title: $0.kind.rawValue, isOn: $0.isEnabled) }
  }
  // end

  @MainActor final class FilterView {
    var cells: [Cell] = []
    var clearButton = Button()

    // begin
    func bind(to store: Store<FilterState>) {
      store.observeOnMainActor(with: self) { view, state in
        view.cells = tableViewModel(for: state)
      }
      store.observeOnMainActor(\.isFiltering, with: self) { view, isFiltering in
        view.clearButton.isEnabled = isFiltering
      }
    }
    // end
  }

  struct Button { var isEnabled = true }

  struct Issue: Codable, Sendable, Hashable {
    let id: UUID
    let title: String
  }

  protocol Database: Sendable {
    func save(_ issue: Issue) throws
  }

  static func makeIssues() -> Store<[Issue]> {
    // begin
    let issues = Store("issues", [Issue]())
      .on(CreateIssue.self) { issues, action, context in
        issues.append(Issue(id: context.uuid(), title: action.title))
      }
      .on(IssueNotSaved.self) { issues, action in
        issues.removeAll { $0.id == action.id }
      }
    // end
    return issues
  }

  // begin
  struct CreateIssue: Action { var title: String }
  struct IssueSaved: Action { var id: UUID }
  struct IssueNotSaved: Action { var id: UUID }

  struct Persistence: Middleware {
    let issues: Store<[Issue]>
    let database: any Database

    func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
      let turn = next(action)  // The stores have handled it when this returns.
      guard action is CreateIssue, let issue = issues.state.last else { return }
      do {
        try database.save(issue)
        dispatcher.dispatch(IssueSaved(id: issue.id), cause: turn)
      } catch {
        dispatcher.dispatch(IssueNotSaved(id: issue.id), cause: turn)
      }
    }
  }
  // end

  static func observing(
    _ dispatcher: Dispatcher, _ issues: Store<[Issue]>, _ filters: Store<FilterState>,
    _ sheet: Sheet
  ) {
    // begin
    dispatcher.observe(issues, filters, with: sheet) { sheet, issues, filters in
      sheet.show(filters.isEnabled(.hideEverything) ? [] : issues)
    }
    // end
  }

  final class Sheet: Sendable {
    private let shown = Mutex<[[String]]>([])

    var titles: [[String]] { shown.withLock { $0 } }

    func show(_ issues: [Issue]) { shown.withLock { $0.append(issues.map(\.title)) } }
  }
}

extension FluxArchitecture.FilterState {
  func isEnabled(_ kind: FluxArchitecture.Filter.Kind) -> Bool {
    filters.contains { $0.kind == kind && $0.isEnabled }
  }

  mutating func toggle(_ kind: FluxArchitecture.Filter.Kind) {
    for index in filters.indices where filters[index].kind == kind {
      filters[index].isEnabled.toggle()
    }
  }
}

@Suite struct `The article on Flux` {
  typealias Flux = FluxArchitecture

  @Test func `the example store toggles a filter and resets it`() throws {
    let filters = Flux.makeStore()
    let dispatcher = Dispatcher()
    try dispatcher.register(filters)
    // begin
    dispatcher.dispatch(FluxArchitecture.ToggleFilter(kind: .hideEverything))
    #expect(filters.state.isEnabled(.hideEverything))
    #expect(filters.state.isFiltering)

    dispatcher.dispatch(FluxArchitecture.ResetFilters())
    #expect(!filters.state.isEnabled(.hideEverything))
    #expect(!filters.state.isFiltering)
    // end
  }

  @Test func `the example store updates a bound view without retaining it`() async throws {
    let filters = Flux.makeStore()
    let dispatcher = Dispatcher()
    try dispatcher.register(filters)
    try await MainActor.run {
      weak var gone: Flux.FilterView?
      do {
        let view = Flux.FilterView()
        gone = view
        view.bind(to: filters)
        #expect(!view.clearButton.isEnabled)
        dispatcher.dispatch(Flux.ToggleFilter(kind: .openIssues))
        #expect(view.cells.map(\.isOn) == [false, true, true, false])
        #expect(view.clearButton.isEnabled)
      }
      try #require(gone == nil)
      dispatcher.dispatch(Flux.ResetFilters())
    }
  }

  @Test func `an issue is shown at once and removed if the database cannot save it`() throws {
    let (issues, filters, sheet) = (Flux.makeIssues(), Flux.makeStore(), Flux.Sheet())
    let dispatcher = Dispatcher(
      middleware: [Flux.Persistence(issues: issues, database: SmallDatabase())])
    try dispatcher.register(issues, filters)
    Flux.observing(dispatcher, issues, filters, sheet)
    for title in ["Crack", "A title that is too long"] {
      dispatcher.dispatch(Flux.CreateIssue(title: title))
    }
    dispatcher.dispatch(Flux.ToggleFilter(kind: .hideEverything))
    #expect(
      sheet.titles == [[], ["Crack"], ["Crack", "A title that is too long"], ["Crack"], []])
  }
}

/// A database that keeps short titles alone.
private struct SmallDatabase: FluxArchitecture.Database {
  struct Full: Error {}

  func save(_ issue: FluxArchitecture.Issue) throws {
    if issue.title.count > 10 { throw Full() }
  }
}
