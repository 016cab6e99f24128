public import PlayheadFlux
public import PlayheadTerminal
import SampleSupport

/// Blueprints with annotations and issues, for people on a building site: filters, issues that several
/// views share, and changes that wait until there is a network.
///
/// It is the sample for Flux with many stores, for effects of a real database, and for working
/// offline.
public struct Annotations: TerminalApp {
  /// What logs call the app.
  public static let appName = "annotations"

  /// Where its actions go.
  public let dispatcher: Dispatcher

  /// Its stores.
  package let stores: AnnotationStores

  private let effects: Effects

  /// An app with no project open.
  public init(inputs: SystemInputs) throws {
    try self.init(inputs: inputs, outside: .live)
  }

  /// An app with no project open, and with this world around it.
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

  /// Waits until what can be sent is sent.
  public func finish() { blocking { [effects] in await effects.finish() } }

  /// What lines the app understands.
  public static var commandHelp: String { commands.help }

  /// Does what a line says, and waits for what follows from it: a script dispatches the same actions
  /// on every run.
  ///
  /// - Throws: `CommandError`, one sentence with what would do.
  @discardableResult public func perform(_ line: String) throws -> String? {
    let answer = try Annotations.commands.perform(line, on: self)
    finish()
    return answer
  }

  /// The sheet, the issues, and the filter popover when it is open.
  public var view: String {
    let filters = stores.filters.state
    let sheets = stores.sheets.state
    let outbox = stores.outbox.state
    let screen = stores.screen.state
    return ScreenView(
      status: .status(sheets, outbox, stores.network.state, screen),
      sheet: stores.board.map {
        .sheet($0, of: sheets.all.count, filters: filters, latest: outbox.latest)
      },
      issues: .list(stores.issues.state, outbox),
      filters: screen.showsFilters ? FilterViewModel.tableViewModel(for: filters) : nil
    ).description
  }
}
