/// The stores that take one type of action, in order.
final class Route {
  let type: ObjectIdentifier
  let parts: [RoutePart]

  init(for type: any Action.Type, through stores: [any HandlingStore]) {
    self.type = ObjectIdentifier(type)
    parts = stores.enumerated().compactMap { position, store in
      store.part(in: type, at: position)
    }
  }
}

/// One store's part in handling a type of action.
///
/// A class with one subclass per type of state, as calling a method costs less than a closure
/// that holds another.
class RoutePart {
  /// The store's place among the dispatcher's.
  final let position: Int

  init(position: Int) { self.position = position }

  /// Handles an action of the type; the result says whether the store changed.
  func handle(_ action: any Action, _ context: Context) -> Bool { false }
}

/// The routes that have been needed so far.
struct RouteTable {
  private var all: [ObjectIdentifier: Route] = [:]
  // In front of the dictionary, whose hash takes 20 ns. 16 places hold the types that an app
  // dispatches often; two types at one place only cost the dictionary.
  private var recent = [Route?](repeating: nil, count: 16)

  /// The route of actions of `type`, which is made at the first.
  mutating func route(for type: any Action.Type, make: () -> Route) -> Route {
    let key = ObjectIdentifier(type)
    // Type descriptors are some tens of bytes long: the lowest bits say nothing.
    let place = (UInt(bitPattern: key) >> 5) % UInt(recent.count)
    if let route = recent[Int(place)], route.type == key { return route }
    let route = all[key] ?? make()
    all[key] = route
    recent[Int(place)] = route
    return route
  }
}
