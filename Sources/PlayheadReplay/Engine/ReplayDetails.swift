public import PlayheadFlux

/// What a replay has to know of an app besides its name, its stores and their handlers; most apps need none of it.
///
/// The executable that debugs an app conforms the app to it, so that the app itself does not link what only a
/// replay needs:
///
/// ```swift
/// extension Screens: ReplayDetails {
///   var otherStores: [any AnyStore] { [detailScreen] }
/// }
/// ```
public protocol ReplayDetails: ReplayableApp {
  /// Types of action that only catch-all handlers take, which the stores' registrations do not tell; none by default.
  static var otherActionTypes: [any Action.Type] { get }

  /// Stores that the app registers only later, in their initial states, for logs in which they were registered; none by
  /// default.
  var otherStores: [any AnyStore] { get }

  /// How the actions and states of older builds become those of this one; none by default.
  static var upgrades: [Upgrade] { get }

  /// What decides, beside the build and the app's type, how stores handle actions; nothing by default.
  ///
  /// For example, the value of an environment variable on which the stores depend. An index beside the log (`LOG.index`) is
  /// used only for the same value.
  var variant: String { get }
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
}

/// What an app says in its ``ReplayDetails``, or the defaults.
package struct KnownDetails {
  package let otherActionTypes: [any Action.Type]
  package let otherStores: [any AnyStore]
  package let upgrades: [Upgrade]
  package let variant: String

  package init(of app: any ReplayableApp) {
    let details = app as? any ReplayDetails
    let type = details.map { Swift.type(of: $0) }
    otherActionTypes = type?.otherActionTypes ?? []
    otherStores = details?.otherStores ?? []
    upgrades = type?.upgrades ?? []
    variant = details?.variant ?? ""
  }
}
