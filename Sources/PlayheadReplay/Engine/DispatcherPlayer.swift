public import PlayheadFlux
package import PlayheadLog
import PlayheadReading

/// A dispatcher and its stores, as the replay engine plays them.
public final class DispatcherPlayer: Replayable {
  package let dispatcher: Dispatcher
  private(set) var all: [any ErasedStore]
  private let otherStores: [any ErasedStore]
  /// The stores of an app that does not know Playhead and has several; nil for others.
  private let ownStores: OwnStores?
  /// Turns actions of the log into actions of the app.
  var actionDecoder: ActionDecoder
  /// Whether another thread may decode actions ahead. If an action traps there, you cannot tell which one.
  package var decodesAhead = true
  let upgrades: Upgrades
  /// The app's type and its ``ReplayDetails/variant``.
  public let variant: String
  /// The outcome of the last action, with the places of its stores in `all`; nil if no store got it.
  private(set) var last: (replayed: Replayed, places: [Int])?
  /// The place of each of the dispatcher's stores in `all`.
  private var places: [Int]
  /// The app that owns the dispatcher. It may hold what the dispatcher does not, such as plug-ins.
  package private(set) var app: (any ReplayableApp)?
  /// Draws the picture of the app's entry, from the states of the open stores.
  var draw: (([Any]) -> Picture?)?

  /// Plays a new app of this type, with fixed inputs. Its observers are notified of all that is replayed.
  public convenience init(_ app: any ReplayableApp.Type) throws {
    let app = try app.init(inputs: .seeded())
    let details = app as? any ReplayDetails
    let type = details.map { Swift.type(of: $0) }
    try self.init(
      app.dispatcher, otherTypes: type?.otherActionTypes ?? [],
      otherStores: details?.otherStores ?? [], upgrades: type?.upgrades ?? [],
      variant: "\(Swift.type(of: app)) \(details?.variant ?? "")")
    self.app = app
  }

  /// Plays a dispatcher, with the action types that only catch-all handlers take, the stores that are
  /// registered later, the upgrades from older builds, and the app's variant.
  public convenience init(
    _ dispatcher: Dispatcher, otherTypes: [any Action.Type] = [], otherStores: [any AnyStore] = [],
    upgrades: [Upgrade] = [], variant: String = ""
  ) throws {
    try self.init(
      dispatcher, nil, otherTypes: otherTypes, otherStores: otherStores, upgrades: upgrades,
      variant: variant)
  }

  /// The same; with `ownStores`, the app does not know Playhead.
  init(
    _ dispatcher: Dispatcher, _ ownStores: OwnStores?, otherTypes: [any Action.Type] = [],
    otherStores: [any AnyStore], upgrades: [Upgrade], variant: String
  ) throws {
    (self.dispatcher, self.ownStores, self.variant) = (dispatcher, ownStores, variant)
    let registered = dispatcher.stores
    (all, places) = (registered, Array(registered.indices))
    self.otherStores = otherStores.compactMap { $0 as? any ErasedStore }
      .filter { other in !registered.contains { $0 === other } }
    let stores = registered + self.otherStores
    try Self.requireDistinctNames(stores)
    let types = Dispatcher.actionTypes(of: stores) + otherTypes
    self.upgrades = try Upgrades(upgrades)
    actionDecoder = ActionDecoder(
      try ActionTypes(types, upgrades: self.upgrades, hasStores: ownStores != nil))
    dispatcher.reportHandling(at: CrashMarker.storeIndex)
    CrashMarker.setStores(registered.map(\.name))
  }

  /// The stores' names, in the order in which they run.
  public var stores: [String] { all.map(\.name) }

  /// A copy of each store's state.
  public var states: [any Codable & Sendable] { all.map(\.anyState) }

  /// The picture of the app's entry, or of its ``ReplayDetails``.
  public var picture: Picture? {
    guard let draw else { return (app as? any ReplayDetails)?.picture }
    return draw(
      places.map { place in
        let state = all[place].anyState
        return (state as? any BoxedValue)?.anyValue ?? state
      })
  }

  /// Adds those of the other stores that the log has.
  public func prepare(for stores: [String]) {
    let present = Set(all.map(\.name))
    let wanted = Set(stores)
    all += otherStores.filter { wanted.contains($0.name) && !present.contains($0.name) }
    guard let ownStores else { return }
    let known = Set(all.map(\.name))
    all += stores.filter { !known.contains($0) }.compactMap { ownStores.store(named: $0) }
  }

  /// Makes these the dispatcher's stores.
  public func setRegistered(_ stores: [Int]) {
    dispatcher.replay(with: stores.map { all[$0] })
    let current = dispatcher.stores
    places = current.compactMap { store in all.firstIndex { $0 === store } }
    CrashMarker.setStores(current.map(\.name))
  }

  /// Sets each store's state. Ignores what observers dispatch: the log has it.
  public func restore(_ states: [any Codable & Sendable]) throws {
    try dispatcher.restore(states, of: all)
  }

  /// Sets the states of these stores only.
  public func restore(_ states: [any Codable & Sendable], of stores: [Int]) throws {
    try dispatcher.restore(states, of: stores.map { all[$0] })
  }

  private static func requireDistinctNames(_ stores: [any ErasedStore]) throws {
    var seen: Set<String> = []
    for store in stores where !seen.insert(store.name).inserted {
      throw RegistrationError.duplicateName(store.name)
    }
  }

  // MARK: Actions

  /// Gives the action to the stores, with the log's draws.
  public func apply(_ action: LoggedAction) throws -> DrawFault? {
    last = nil
    guard let value = try action.ready?.value.get() ?? actionDecoder.read(action) else {
      return nil
    }
    let draws = try action.ready?.draws.get() ?? action.draws()
    ownStores?.addressee = address(of: action.type).store
    let replayed = dispatcher.apply(
      value, turn: Turn(action.step.number), cause: action.cause.map { Turn($0.number) },
      draws: draws, continuation: action.continuation)
    last = (replayed, places)
    return replayed.mismatch.map { DrawFault($0) }
  }

  /// Whether the app has several stores of its own, which handle actions alone.
  var hasOwnStores: Bool { ownStores != nil }

  /// The store that handles actions of `logged` alone, by the app's name for it, and their type without its name. Nil
  /// if all stores do. A store that the app no longer has gets its actions, too: no other one does.
  package func address(of logged: ActionType) -> (store: String?, type: ActionType) {
    guard ownStores != nil, actionDecoder.types.current[logged.name] == nil,
      case (let store?, let type) = logged.parts
    else { return (nil, logged) }
    return (upgrades.currentName(of: store) ?? store, type)
  }

  /// Decodes the action and applies the app's upgrades. Returns the action as it was before the upgrades.
  public func tryOut(_ action: LoggedAction) throws -> (any Encodable)? {
    try actionDecoder.decode(action).old
  }

  /// The app's action type for a log's `type`, after upgrades; nil if the app has none or drops it.
  package func currentType(of type: ActionType) -> (any Action.Type)? {
    switch resolution(of: type) {
    case .current(let type, _), .upgraded(_, _, let type), .cutShort(_, let type): type
    case .dropped, .unknown: nil
    }
  }

  /// Whether actions of `type` have another version than the app's and are decoded without an upgrade.
  package func readsAsItIs(_ type: ActionType) -> Bool {
    guard case .current(let current, _) = resolution(of: type) else { return false }
    return current.actionVersion != type.version && !(current is any BoxedValue.Type)
  }

  /// Whether `lastChanged` is right: a reducer without PlayheadFlux never says that it left the state unchanged.
  var knowsChanges: Bool {
    !all.contains { type(of: $0.anyState) is any BoxedValue.Type }
  }

  /// What becomes of actions of `type`.
  func resolution(of type: ActionType) -> ActionTypes.Resolution {
    actionDecoder.resolution(of: type)
  }
}

extension Replayable {
  /// The player as one of a dispatcher, for what only a dispatcher knows; nil for an app's own engine.
  var dispatcherPlayer: DispatcherPlayer? { self as? DispatcherPlayer }
}

/// Turns states of the log into states of the stores.
extension DispatcherPlayer {
  /// Decodes a store's state.
  public func decodeState(
    of store: Int, from decoder: any Decoder
  ) throws -> any Codable & Sendable {
    try all[store].decodeState(from: decoder)
  }

  /// Decodes a store's state of another version, then applies the app's upgrades.
  public func decodeState(
    of store: Int, version: Int, from decoder: any Decoder
  ) throws -> any Codable & Sendable {
    let steps = stateSteps(of: store, from: version)
    guard let first = steps.first else { return try decodeState(of: store, from: decoder) }
    var state = try steps.reduce(try first.old.init(from: decoder)) { state, step in
      try inUpgrade { try step.make(state) }
    }
    let current = type(of: all[store].anyState)
    if let foreign = current as? any BoxedValue.Type {
      state = foreign.init(anyValue: state) ?? state
    }
    guard type(of: state) == current else {
      throw IncompatibilityReason.cutShort(
        reached: PlayheadFlux.stateVersion(of: type(of: state)),
        current: PlayheadFlux.stateVersion(of: current))
    }
    return state
  }

  /// The upgrades for a store's states of `version`, in order.
  func stateSteps(of store: Int, from version: Int) -> [StateUpgrade] {
    upgrades.steps(of: all[store].name, from: version)
  }
}
