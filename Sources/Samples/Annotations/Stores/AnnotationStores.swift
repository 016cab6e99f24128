package import PlayheadFlux

/// The app's stores: those with a state that several views share, and one per feature.
package struct AnnotationStores: Sendable {
  // MARK: Shared by many views

  /// The project, and the visible sheet.
  package let sheets: Store<Sheets>
  /// All issues of the visible sheet: a live query, as PlanGrid's `IssueStore` is.
  package let issues: Store<LiveQuery>
  /// All other annotations of the visible sheet.
  package let annotations: Store<LiveQuery>
  /// The changes that the server does not have yet.
  package let outbox: Store<Outbox>
  /// Whether changes can be sent.
  package let network: Store<Network>

  // MARK: Of one feature each

  /// The filters of the popover.
  package let filters: Store<AnnotationFilterState>
  /// The open parts of the screen.
  package let screen: Store<Screen>

  /// The stores before a project is open.
  package init() {
    outbox = Store("outbox", Outbox())
    sheets = Store("sheets", Sheets(), after: [outbox])
    issues = Store("issues", LiveQuery(.issues), after: [sheets])
    annotations = Store("annotations", LiveQuery(.others), after: [sheets])
    filters = Store("annotationFilter", AnnotationFilterState())
    network = Store("network", Network())
    screen = Store("screen", Screen())
    handleProjects()
    handleMutations()
    handleAnswers()
    handleFilters()
    handleNetwork()
    handleScreen()
  }

  /// All stores, in the order in which they handle an action.
  package var all: [any AnyStore] {
    [outbox, sheets, issues, annotations, filters, network, screen]
  }

  /// The visible sheet with its annotations, if a project is open.
  package var board: Board? {
    Board(sheets: sheets.state, issues: issues.state, annotations: annotations.state)
  }
}

extension Board {
  /// A board made from several stores, if there is a sheet.
  init?(sheets: Sheets, issues: LiveQuery, annotations: LiveQuery) {
    guard let sheet = sheets.current, issues.isLoaded, annotations.isLoaded else { return nil }
    let all = (issues.rows + annotations.rows).sorted { $0.number < $1.number }
    self.init(user: sheets.user, sheet: sheet, annotations: all)
  }
}
