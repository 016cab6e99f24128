public import PlayheadFlux
public import PlayheadTerminal
import SampleSupport

/// Blueprints with annotations and issues for building sites: filters, issues shared by several views, and
/// changes that wait for a network.
///
/// A sample for Flux with many stores, for effects with a real database, and for working offline.
public struct Annotations: TerminalApp {
  /// The app's name in logs.
  public static let appName = "annotations"

  /// Takes the app's actions.
  public let dispatcher: Dispatcher

  /// The app's stores.
  package let stores: AnnotationStores

  private let effects: Effects

  /// An app with no project open.
  public init(inputs: SystemInputs) throws {
    try self.init(inputs: inputs, outside: .live)
  }

  /// An app with no project open, with this database and this server.
  package init(inputs: SystemInputs, outside: Outside) throws {
    stores = AnnotationStores()
    effects = Effects()
    dispatcher = Dispatcher(
      inputs: inputs,
      middleware: [
        Sync(stores, effects, makeServer: outside.makeServer),
        Persistence(stores, open: outside.openDatabase),
      ])
    try dispatcher.register(stores.all)
  }

  /// Opens a project in memory.
  public func start() throws { dispatcher.dispatch(OpenProject()) }

  /// Waits until all changes that can be sent are sent.
  public func finish() { blocking { [effects] in await effects.finish() } }

  /// The lines that the app understands.
  public static var commandHelp: String { commands.help }

  /// Performs a line, and waits for its consequences, so that a script dispatches the same actions in every
  /// run.
  ///
  /// - Throws: `CommandError`, with one sentence that says what to do.
  @discardableResult public func perform(_ line: String) throws -> String? {
    let answer = try Annotations.commands.perform(line, on: self)
    finish()
    return answer
  }

  /// The sheet, the issues, and the filter popover if it is open.
  public var view: String {
    let filters = stores.filters.state
    let screen = stores.screen.state
    return ScreenView(
      status: status, sheet: sheet, issues: issues,
      filters: screen.showsFilters ? FilterViewModel.tableViewModel(for: filters) : nil
    ).description
  }

  /// The sheet as a blueprint, as SVG; nil before a project is open.
  package var svg: String? {
    sheet.map { BlueprintView(status: status, sheet: $0, issues: issues).svg }
  }

  private var status: StatusViewModel {
    .status(
      stores.sheets.state, stores.outbox.state, stores.network.state, stores.screen.state)
  }

  private var sheet: SheetViewModel? {
    stores.board.map {
      .sheet(
        $0, of: stores.sheets.state.all.count, filters: stores.filters.state,
        latest: stores.outbox.state.latest)
    }
  }

  private var issues: IssueListViewModel { .list(stores.issues.state, stores.outbox.state) }
}
