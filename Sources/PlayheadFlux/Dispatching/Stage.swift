/// What a dispatcher works with; touched only by the thread that holds its baton.
final class Stage {
  enum Phase { case idle, handling, replaying }

  /// An action that waits for the one that dispatched it.
  struct Queued {
    let action: any Action
    let cause: Turn?
  }

  /// One store's part in handling a type of action.
  struct Part {
    let position: Int
    let handle: (any Action, Context) -> Bool
  }

  var phase = Phase.idle
  /// The action that was handled last.
  var turn = Turn.start
  /// The cause of what is dispatched now.
  var lineage: Turn?
  /// Counts what entered the middleware, to notice a `next` that is called too late.
  var entry: UInt64 = 0

  let frame: Frame
  var stores: [any HandlingStore] = []
  var taps: [any Tap] = []
  var queued: [Queued] = []
  /// Positions of the stores that the current action changed.
  var changed: [Int] = []

  /// The stores that take a type of action, found once per type.
  private var routes: [ObjectIdentifier: [Part]] = [:]

  init(environment: Environment) { frame = Frame(environment: environment) }

  func setStores(_ stores: [any HandlingStore]) {
    self.stores = stores
    routes = [:]
  }

  /// The stores that take actions of `type`, in order.
  func route(for type: any Action.Type) -> [Part] {
    if let route = routes[ObjectIdentifier(type)] { return route }
    let route = stores.enumerated().compactMap { position, store in
      store.handler(for: type).map { Part(position: position, handle: $0) }
    }
    routes[ObjectIdentifier(type)] = route
    return route
  }
}
