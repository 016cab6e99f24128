/// What a dispatcher works with; touched only by the thread that holds its baton.
final class Stage {
  enum Phase {
    case idle
    /// A live action of this type.
    case handling(any Action.Type)
    case replaying
  }

  /// An action that waits for the one that dispatched it.
  struct Queued {
    let action: any Action
    let cause: Turn?
    /// The effect that it comes from, which may be cancelled while it waits.
    var effect: Effect?
  }

  /// How far the taps are with a change of the stores.
  enum TapNews { case told, untold, beingTold }

  var phase = Phase.idle
  /// Whether no action is being handled.
  var isIdle: Bool { if case .idle = phase { true } else { false } }
  /// The action that was handled last.
  var turn = Turn.start
  /// The cause of what is dispatched now.
  var lineage: Turn?
  /// Counts what entered the middleware, to notice a `next` that is called too late.
  var entry: UInt64 = 0

  let frame: Frame
  /// The frame's; reached through it, it would cost every action 5 ns.
  let round: Round
  private(set) var stores: [any HandlingStore] = []
  /// The stores that there will be when the current action is handled; nil without a change.
  var nextStores: [any HandlingStore]?
  /// What the taps know of the last change of the stores.
  var tapNews = TapNews.told
  var taps: [any Tap] = []
  var queued: [Queued] = []
  /// Observers that a handler brought, who wait for the end of its action.
  // Without exclusivity checks: it is looked at after each action.
  @exclusivity(unchecked) private(set) var newcomers: [JointObserver] = []

  private var routes = RouteTable()

  init(environment: Environment) {
    frame = Frame(environment: environment)
    round = frame.round
  }

  /// Makes `observer` know the states; the result tells it, unless they are in the making.
  func begin(_ observer: JointObserver) -> JointObserver.Call? {
    guard frame.isOpen else { return observer.begin(after: round.number) }
    newcomers.append(observer)
    return nil
  }

  /// The observers that handlers of the current action brought.
  func takeNewcomers() -> [JointObserver] {
    defer { newcomers = [] }
    return newcomers
  }

  func setStores(_ stores: [any HandlingStore]) {
    self.stores = stores
    routes = RouteTable()
  }

  /// Goes on with the next stores, if they are others; says whether they were.
  func takeNextStores() -> Bool {
    guard let next = nextStores else { return false }
    nextStores = nil
    setStores(next)
    return true
  }

  /// The stores that take actions of `type`.
  func route(for type: any Action.Type) -> Route {
    if let route = routes.recent(type) { return route }
    return routes.route(for: type) { Route(for: type, through: stores) }
  }
}
