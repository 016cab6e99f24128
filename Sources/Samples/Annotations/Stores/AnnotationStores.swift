package import PlayheadFlux

/// The app's stores: one per feature, and those whose state several views share.
package struct AnnotationStores: Sendable {
  // MARK: Shared by many views

  /// The project, and the sheet in view.
  package let sheets: Store<Sheets>
  /// All issues of the sheet in view: a live query, as PlanGrid's `IssueStore` is.
  package let issues: Store<LiveQuery>
  /// All other annotations of the sheet in view.
  package let annotations: Store<LiveQuery>
  /// The changes that the server does not know yet.
  package let outbox: Store<Outbox>
  /// Whether changes can be sent.
  package let network: Store<Network>

  // MARK: Of one feature each

  /// The filters, for their popover.
  package let filters: Store<AnnotationFilterState>
  /// What is open on the screen.
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

  /// All of them, in the order in which they handle an action.
  package var all: [any AnyStore] {
    [outbox, sheets, issues, annotations, filters, network, screen]
  }

  /// The sheet in view with all that is on it, if a project is open.
  package var board: Board? {
    Board(sheets: sheets.state, issues: issues.state, annotations: annotations.state)
  }
}

extension Board {
  /// A board of what several stores hold, if they hold a sheet.
  init?(sheets: Sheets, issues: LiveQuery, annotations: LiveQuery) {
    guard let sheet = sheets.current, issues.isLoaded, annotations.isLoaded else { return nil }
    let all = (issues.rows + annotations.rows).sorted { $0.number < $1.number }
    self.init(user: sheets.user, sheet: sheet, annotations: all)
  }
}
