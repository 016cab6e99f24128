public import PlayheadFlux

/// What a replay needs to know about an app besides its stores and their handlers. Most apps need none of it.
///
/// Conform the app in the executable that debugs it, so that the app does not link what only a replay needs:
///
/// ```swift
/// extension Screens: ReplayDetails {
///   var otherStores: [any AnyStore] { [detailScreen] }
/// }
/// ```
public protocol ReplayDetails: ReplayableApp {
  /// Action types that only catch-all handlers take, so that no registration names them; none by default.
  static var otherActionTypes: [any Action.Type] { get }

  /// Stores that the app registers later, in their initial states, for logs that have them; none by default.
  var otherStores: [any AnyStore] { get }

  /// How actions and states of older builds become those of this one; none by default.
  static var upgrades: [Upgrade] { get }

  /// What decides how stores handle actions, besides the build and the app's type; nothing by default.
  ///
  /// For example, the value of an environment variable that the stores read. An index beside the log
  /// (`LOG.index`) is used only for the same value.
  var variant: String { get }

  /// A picture of what the app shows, made from its state alone; none by default. Called for every step of a page.
  var picture: Picture? { get }
}

extension ReplayDetails {
  /// None.
  public static var otherActionTypes: [any Action.Type] { [] }

  /// None.
  public var otherStores: [any AnyStore] { [] }

  /// None.
  public static var upgrades: [Upgrade] { [] }

  /// Nothing.
  public var variant: String { "" }

  /// None.
  public var picture: Picture? { nil }
}
