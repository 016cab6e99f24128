package import ItemList
public import PlayheadFlux
public import PlayheadTerminal
import SampleSupport

/// A list of logins behind a lock, driven by lines of text.
///
/// The stores, the middleware and the presenters are in `ItemList`, which knows no view. This module
/// has the views, and is the only one that does.
public struct ItemListApp: TerminalApp {
  /// What logs call the app.
  public static let appName = "item-list"

  /// Where the app's actions go.
  public let dispatcher: Dispatcher

  /// All but the views.
  package let core: ItemListCore
  /// What contains the views.
  package let root: RootScreen
  /// How often which action came, while the app was live.
  package let counts = ActionCounts()

  private let telemetry: SubscriptionToken
  private let gate: Gate

  /// An app that is locked. Nothing is read before it is unlocked.
  public init(inputs: SystemInputs) throws {
    try self.init(inputs: inputs, fault: nil)
  }

  /// The same, with a mistake in it.
  package init(inputs: SystemInputs, fault: ItemListFault?) throws {
    let gate = Gate()
    try self.init(
      inputs: inputs, system: .sample(behind: gate), gate: gate, fault: fault)
  }

  /// An app on another device than this one.
  package init(
    inputs: SystemInputs, system: ItemListSystem, gate: Gate, fault: ItemListFault? = nil
  ) throws {
    core = try ItemListCore(inputs: inputs, system: system, fault: fault)
    dispatcher = core.dispatcher
    root = RootScreen(core)
    telemetry = dispatcher.listen { [counts] action, _ in counts.add(type(of: action).actionName) }
    self.gate = gate
  }

  /// What lines the app understands.
  public static var commandHelp: String { commands.help }

  /// Does what a line says; an empty line and one that begins with `#` say nothing.
  ///
  /// - Throws: `CommandError`, one sentence with what would do.
  @discardableResult public func perform(_ line: String) throws -> String? {
    try Self.commands.perform(line, on: self)
  }

  /// The view that is on top.
  public var view: String { root.top?.text ?? "" }

  /// Lets a check that is running come to its end.
  public func finish() { wait() }

  /// Waits for the answers that are due.
  func wait() {
    gate.open()
    blocking { [core] in await core.finishEffects() }
    gate.close()
  }
}
