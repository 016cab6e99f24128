/// What the replay engine needs from an app: its parts of state, and a way to apply an action to them.
///
/// `DispatcherPlayer` conforms for a dispatcher. An app with its own store conforms in a few lines:
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

  /// What decides how actions are handled, besides the build; by default the type's name. Indexes compare it.
  var variant: String { get }

  /// A copy of each part, in the order of `stores`.
  var states: [any Codable & Sendable] { get }

  /// Called first, with the names of the parts that the log has. If your parts come later, add the missing
  /// ones to `stores`. By default it does nothing.
  func prepare(for stores: [String])

  /// Makes exactly the parts at these places handle the following actions, in this order. By default it does
  /// nothing: every part handles every action.
  func setRegistered(_ stores: [Int])

  /// Sets every part.
  func restore(_ states: [any Codable & Sendable]) throws

  /// Sets the parts at these places. By default it sets every part, the others to their current states.
  func restore(_ states: [any Codable & Sendable], of stores: [Int]) throws

  /// Decodes a part's state.
  func decodeState(of store: Int, from decoder: any Decoder) throws -> any Codable & Sendable

  /// Decodes a part's state from a log with this version of its type. By default the version does not matter.
  func decodeState(
    of store: Int, version: Int, from decoder: any Decoder
  ) throws -> any Codable & Sendable

  /// Decodes an action as `apply` does, without applying it, for ``Compatibility``. Returns the decoded
  /// value, to be compared with the log. By default it decodes nothing, and every action fits.
  func tryOut(_ action: LoggedAction) throws -> (any Encodable)?

  /// Applies an action, without effects or dispatching. Returns how its draws differ from the log's, if so.
  func apply(_ action: LoggedAction) throws -> DrawFault?

  /// A picture of what the app shows, made from the current state alone; none by default. Called for every step of a page.
  var picture: Picture? { get }
}

extension Replayable {
  /// The name of the type.
  public var variant: String { "\(Self.self)" }

  /// Does nothing.
  public func prepare(for stores: [String]) {}

  /// Does nothing.
  public func setRegistered(_ stores: [Int]) {}

  /// Decodes the state, whatever the version.
  public func decodeState(
    of store: Int, version: Int, from decoder: any Decoder
  ) throws -> any Codable & Sendable {
    try decodeState(of: store, from: decoder)
  }

  /// None.
  public var picture: Picture? { nil }

  /// Decodes nothing.
  public func tryOut(_ action: LoggedAction) throws -> (any Encodable)? { nil }

  /// Sets every part, the others to their current states.
  public func restore(_ states: [any Codable & Sendable], of stores: [Int]) throws {
    var all = self.states
    for (store, state) in zip(stores, states) { all[store] = state }
    try restore(all)
  }
}
