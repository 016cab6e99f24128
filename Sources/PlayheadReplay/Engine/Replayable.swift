/// What the replay engine needs of an app: its parts of state, and a way to apply an action to them.
///
/// A dispatcher with its stores is one (`DispatcherPlayer`). An app with a store of its own conforms
/// in a few lines:
///
/// ```swift
/// final class ShopPlayer: Replayable {
///   private var shop = Shop()
///   let stores = ["shop"]
///   var states: [any Codable & Sendable] { [shop] }
///   func apply(_ action: LoggedAction) throws -> DrawFault? {
///     shop.reduce(try action.decode(ShopAction.self))
///     return nil
///   }
///   func restore(_ states: [any Codable & Sendable]) throws {
///     if let state = states.first as? Shop { shop = state }
///   }
///   func decodeState(of store: Int, from decoder: any Decoder) throws -> any Codable & Sendable {
///     try Shop(from: decoder)
///   }
/// }
/// ```
public protocol Replayable: AnyObject {
  /// The names of the parts of the state, which are in their initial states when a replay begins.
  var stores: [String] { get }

  /// What decides, beside the build, how actions are handled; an index is used only for the same variant. By default the
  /// type's name.
  var variant: String { get }

  /// A copy of each part, in the order of `stores`.
  var states: [any Codable & Sendable] { get }

  /// Called first, with the parts that the log knows. A player whose parts come later adds those that it lacks to `stores`.
  /// By default it does nothing.
  func prepare(for stores: [String])

  /// Makes the parts at these places, and no others, handle the following actions, in this order. By default it does
  /// nothing: every part handles every action.
  func setRegistered(_ stores: [Int])

  /// Sets every part.
  func restore(_ states: [any Codable & Sendable]) throws

  /// Sets the parts at these places. By default it sets every part, the others to what they are.
  func restore(_ states: [any Codable & Sendable], of stores: [Int]) throws

  /// A part's state as `decoder` has it.
  func decodeState(of store: Int, from decoder: any Decoder) throws -> any Codable & Sendable

  /// A part's state as `decoder` has it, from a log with this version of its type. By default the version does not matter.
  func decodeState(
    of store: Int, version: Int, from decoder: any Decoder
  ) throws -> any Codable & Sendable

  /// Decodes an action like `apply`, without applying it, for ``Compatibility``. Returns what was decoded, to be compared
  /// with the log. By default nothing is decoded, and every action fits.
  func tryOut(_ action: LoggedAction) throws -> (any Encodable)?

  /// Applies an action, without effects or dispatching. Returns how its draws differed from the log's, if they did.
  func apply(_ action: LoggedAction) throws -> DrawFault?
}

extension Replayable {
  /// The name of the type.
  public var variant: String { "\(Self.self)" }

  /// Does nothing.
  public func prepare(for stores: [String]) {}

  /// Does nothing.
  public func setRegistered(_ stores: [Int]) {}

  /// The state as `decoder` has it, whatever the version.
  public func decodeState(
    of store: Int, version: Int, from decoder: any Decoder
  ) throws -> any Codable & Sendable {
    try decodeState(of: store, from: decoder)
  }

  /// Decodes nothing.
  public func tryOut(_ action: LoggedAction) throws -> (any Encodable)? { nil }

  /// Sets every part, the others to what they are.
  public func restore(_ states: [any Codable & Sendable], of stores: [Int]) throws {
    var all = self.states
    for (store, state) in zip(stores, states) { all[store] = state }
    try restore(all)
  }
}
