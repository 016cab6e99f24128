/// An app as a debugger sees it: its name, and how to make a fresh one.
public protocol ReplayableApp: Sendable {
  /// What logs call the app.
  static var appName: String { get }

  /// Types of action that only catch-all handlers take, which a replay cannot learn from the stores'
  /// registrations; none by default.
  static var otherActionTypes: [any Action.Type] { get }

  /// The stores that the app registers only later, in their initial states: a replay of a log in which
  /// they were registered needs them. None by default.
  ///
  /// ```swift
  /// var otherStores: [any AnyStore] { [detailScreen] }
  /// ```
  var otherStores: [any AnyStore] { get }

  /// How the actions and states of older builds become those of this one; none by default.
  static var upgrades: [Upgrade] { get }

  /// What decides, beside the build and the app's type, how its stores handle actions; nothing by default.
  ///
  /// An app whose stores depend on a variable of the environment says here which value it has. What Playhead keeps beside
  /// a log (`LOG.index`) is then not believed where the variable has another value.
  var variant: String { get }

  /// A fresh app in its initial state, with all its stores registered but ``otherStores``.
  init(inputs: SystemInputs) throws

  /// Where its actions go.
  var dispatcher: Dispatcher { get }
}

extension ReplayableApp {
  /// None.
  public static var otherActionTypes: [any Action.Type] { [] }

  /// None.
  public static var upgrades: [Upgrade] { [] }

  /// Nothing.
  public var variant: String { "" }

  /// None.
  public var otherStores: [any AnyStore] { [] }
}
