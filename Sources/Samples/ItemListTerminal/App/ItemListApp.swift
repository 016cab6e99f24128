package import ItemList
public import PlayheadFlux
public import PlayheadTerminal
import SampleSupport

/// A list of logins behind a lock, driven by lines of text.
///
/// The stores, the middleware and the presenters are in `ItemList`. Only this module has views.
public struct ItemListApp: TerminalApp {
  /// The app's name in logs.
  public static let appName = "item-list"

  /// Takes the app's actions.
  public let dispatcher: Dispatcher

  /// The app without its views.
  package let core: ItemListCore
  /// Contains the views.
  package let root: RootScreen
  /// The number of actions by name, while the app was live.
  package let counts = ActionCounts()

  private let telemetry: SubscriptionToken
  private let gate: Gate

  /// A locked app. Reads nothing before it is unlocked.
  public init(inputs: SystemInputs) throws {
    try self.init(inputs: inputs, fault: nil)
  }

  /// The same, with a mistake.
  package init(inputs: SystemInputs, fault: ItemListFault?) throws {
    let gate = Gate()
    try self.init(
      inputs: inputs, system: .sample(behind: gate), gate: gate, fault: fault)
  }

  /// An app on another device.
  package init(
    inputs: SystemInputs, system: ItemListSystem, gate: Gate, fault: ItemListFault? = nil
  ) throws {
    core = try ItemListCore(inputs: inputs, system: system, fault: fault)
    dispatcher = core.dispatcher
    root = RootScreen(core)
    telemetry = dispatcher.listen { [counts] action, _ in counts.add(type(of: action).actionName) }
    self.gate = gate
  }

  /// The lines that the app understands.
  public static var commandHelp: String { commands.help }

  /// Performs a line. Ignores empty lines, and lines that begin with `#`.
  ///
  /// - Throws: `CommandError`, with one sentence that says what to do.
  @discardableResult public func perform(_ line: String) throws -> String? {
    try Self.commands.perform(line, on: self)
  }

  /// The text of the top view.
  public var view: String { root.top?.text ?? "" }

  /// Waits until a running check has ended.
  public func finish() { wait() }

  /// Waits for all pending answers.
  func wait() {
    gate.open()
    blocking { [core] in await core.finishEffects() }
    gate.close()
  }
}
