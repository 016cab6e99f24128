import PlayheadCoding
public import PlayheadFlux
import PlayheadLog

/// A dispatcher with its stores, as the replay engine plays it.
public final class DispatcherPlayer: Replayable {
  private let dispatcher: Dispatcher
  private var all: [any AnyStore]
  private let otherStores: [any AnyStore]
  private let types: [String: any Action.Type]
  /// Whose dispatcher it is: an app may hold what its dispatcher does not, such as plug-ins.
  private var app: (any App)?

  /// A fresh app of this type, in an environment that stands still.
  public convenience init(_ app: any App.Type) throws {
    let app = try app.init(environment: .seeded())
    try self.init(
      app.dispatcher, otherTypes: type(of: app).otherActionTypes, otherStores: app.otherStores)
    self.app = app
  }

  /// A dispatcher, the types of action that only its catch-all handlers take, and the stores that are
  /// registered only later.
  public init(
    _ dispatcher: Dispatcher, otherTypes: [any Action.Type] = [], otherStores: [any AnyStore] = []
  ) throws {
    self.dispatcher = dispatcher
    let registered = dispatcher.stores
    all = registered
    self.otherStores = otherStores.filter { other in !registered.contains { $0 === other } }
    var types: [String: any Action.Type] = [:]
    let stores = registered + self.otherStores
    try Self.requireDistinctNames(stores)
    for type in Dispatcher.actionTypes(of: stores) + otherTypes {
      if let other = types[type.actionName], other != type {
        throw ReplayError.sameName(type.actionName, "\(other)", "\(type)")
      }
      types[type.actionName] = type
    }
    self.types = types
  }

  /// The stores' names, in the order in which they run.
  public var stores: [String] { all.map(\.name) }

  /// A copy of each store's state.
  public var states: [any Codable & Sendable] { all.map(\.anyState) }

  /// Takes those of the other stores that the log knows.
  public func prepare(for stores: [String]) {
    let present = Set(all.map(\.name))
    let wanted = Set(stores)
    all += otherStores.filter { wanted.contains($0.name) && !present.contains($0.name) }
  }

  /// Makes these stores the dispatcher's.
  public func setRegistered(_ stores: [Int]) {
    dispatcher.replay(with: stores.map { all[$0] })
  }

  /// Sets each store's state. What observers dispatch is ignored: it is in the log.
  public func restore(_ states: [any Codable & Sendable]) throws {
    try dispatcher.restore(states, of: all)
  }

  /// Sets the states of some stores alone.
  public func restore(_ states: [any Codable & Sendable], of stores: [Int]) throws {
    try dispatcher.restore(states, of: stores.map { all[$0] })
  }

  /// A store's state as `decoder` has it.
  public func decodeState(
    of store: Int, from decoder: any Decoder
  ) throws -> any Codable & Sendable {
    try all[store].decodeState(from: decoder)
  }

  /// Hands the action to the stores, with the log's draws.
  public func apply(_ action: LoggedAction) throws -> DrawFault? {
    guard let type = types[action.type.name] else {
      // No store takes it now. Had one taken it then, replay would go on from a wrong state.
      guard action.changedStores.isEmpty else {
        throw ReplayError.unknownType(action.type, step: action.step)
      }
      return nil
    }
    return try apply(action, of: type)
  }

  private static func requireDistinctNames(_ stores: [any AnyStore]) throws {
    var seen: Set<String> = []
    for store in stores where !seen.insert(store.name).inserted {
      throw RegistrationError.duplicateName(store.name)
    }
  }

  private func apply<A: Action>(_ action: LoggedAction, of type: A.Type) throws -> DrawFault? {
    let value: A
    do {
      value = try action.decode(type)
    } catch {
      throw ReplayError.undecodable(action.type, step: action.step, refusal(error))
    }
    return dispatcher.apply(
      value, turn: Turn(action.step.number), cause: action.cause.map { Turn($0.number) },
      draws: try action.draws()
    ).fault
  }
}
