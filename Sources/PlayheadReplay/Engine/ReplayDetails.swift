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
  /// Types of action that no store takes by its type, which a replay cannot learn from the stores'
  /// registrations; none by default.
  static var otherActionTypes: [any Action.Type] { get }

  /// The stores that the app registers only later, in their initial states: a replay of a log in which
  /// they were registered needs them. None by default.
  var otherStores: [any AnyStore] { get }

  /// How the actions and states of older builds become those of this one; none by default.
  static var upgrades: [Upgrade] { get }

  /// What decides, beside the build and the app's type, how its stores handle actions; nothing by default.
  ///
  /// An app whose stores depend on a variable of the environment says here which value it has. What Playhead keeps beside
  /// a log (`LOG.index`) is then not believed where the variable has another value.
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
