/// The stores that take one type of action, in order.
final class Route {
  let type: ObjectIdentifier
  let parts: [RoutePart]
  /// The parts of stores that something has to follow, with that.
  private let settling: [(part: RoutePart, settle: @Sendable () -> Void)]
  private let positions: [Int]
  private let stores: [any HandlingStore]
  // Only an action in which stores wait for others asks for them one by one.
  private lazy var partsByStore = Dictionary(
    uniqueKeysWithValues: parts.map { (ObjectIdentifier($0.store), $0) })

  init(for type: any Action.Type, through stores: [any HandlingStore]) {
    self.type = ObjectIdentifier(type)
    self.stores = stores
    parts = stores.enumerated().compactMap { position, store in
      store.part(in: type, at: position)
    }
    positions = parts.map(\.position)
    settling = parts.compactMap { part in part.store.settle.map { (part, $0) } }
  }

  /// The part of `store`, if it takes the type.
  func part(of store: any AnyStore) -> RoutePart? { partsByStore[ObjectIdentifier(store)] }

  /// Whether `store` is one of the dispatcher's, be it that it takes the type or not.
  func includes(_ store: any AnyStore) -> Bool {
    part(of: store) != nil || stores.contains { $0 === store }
  }

  /// Lets what has to follow the stores that the last action changed do so.
  func settle() {
    for (part, settle) in settling where part.changed { settle() }
  }

  /// The positions of the stores that the last action changed.
  ///
  /// Mostly that is all of them, and then the list costs no memory.
  var changed: [Int] {
    for part in parts where !part.changed {
      return parts.filter(\.changed).map(\.position)
    }
    return positions
  }
}

/// One store's part in handling a type of action.
///
/// A class with one subclass per type of state, as calling a method costs less than a closure
/// that holds another.
class RoutePart {
  /// The store's place among the dispatcher's.
  final let position: Int
  final let store: any HandlingStore
  /// Whether the last action changed the store.
  final var changed = false

  init(position: Int, store: any HandlingStore) {
    self.position = position
    self.store = store
  }

  /// Handles an action of the type; the result says whether the store changed.
  func handle(_ action: any Action, _ context: Context) -> Bool { false }

  /// Tells the store's own observers its new state; the result says whether it has joint ones, too.
  func tellObservers() -> Bool { false }

  /// Tells the store's joint observers what `round` left behind.
  func tellJointObservers(after round: UInt64) {}
}

/// The routes that have been needed so far.
struct RouteTable {
  private var all: [ObjectIdentifier: Route] = [:]
  // In front of the dictionary, whose hash takes 20 ns. 16 places hold the types that an app
  // dispatches often; two types at one place only cost the dictionary.
  private var recent = [Route?](repeating: nil, count: 16)

  /// The route of actions of `type`, if one was needed before and has its place in front.
  func recent(_ type: any Action.Type) -> Route? {
    let key = ObjectIdentifier(type)
    let route = recent[place(of: key)]
    return route?.type == key ? route : nil
  }

  /// The route of actions of `type`, which is made at the first.
  mutating func route(for type: any Action.Type, make: () -> Route) -> Route {
    let key = ObjectIdentifier(type)
    let route = all[key] ?? make()
    all[key] = route
    recent[place(of: key)] = route
    return route
  }

  // Type descriptors are some tens of bytes long: the lowest bits say nothing.
  private func place(of key: ObjectIdentifier) -> Int {
    Int((UInt(bitPattern: key) >> 5) % 16)
  }
}
