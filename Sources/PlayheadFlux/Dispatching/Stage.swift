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
  /// Whether observers hear of what is replayed.
  var replaysToObservers = true
  /// Counts what entered the middleware, to notice a `next` that is called too late.
  var entry: UInt64 = 0

  let frame: Frame
  /// The frame's; reached through it, it would cost every action 5 ns.
  let round: Round
  private var roster = Roster()
  /// The stores that there will be when the current action is handled; nil without a change.
  private(set) var nextRoster: Roster?
  /// What the taps know of the last change of the stores.
  var tapNews = TapNews.told
  // Without exclusivity checks, as it is looked at around each action.
  @exclusivity(unchecked) private var registeredTaps = Registry<any Tap>()
  var queued: [Queued] = []
  /// Observers that a handler brought, who wait for the end of its action.
  // Without exclusivity checks: it is looked at after each action.
  @exclusivity(unchecked) private(set) var newcomers: [JointObserver] = []

  private var routes = RouteTable()

  init(inputs: SystemInputs) {
    frame = Frame(inputs: inputs)
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

  /// The stores that take actions of `type`.
  func route(for type: any Action.Type) -> Route {
    if let route = routes.recent(type) { return route }
    return routes.route(for: type) { Route(for: type, through: stores) }
  }
}

// MARK: - Taps

extension Stage {
  /// In the order in which they attached.
  var taps: [any Tap] { registeredTaps.isEmpty ? [] : registeredTaps.all() }

  func add(_ tap: any Tap) { registeredTaps.append(tap, as: ObjectIdentifier(tap)) }

  func remove(_ tap: any Tap) { registeredTaps.remove(ObjectIdentifier(tap)) }
}

// MARK: - Stores

extension Stage {
  /// In the order in which they handle an action.
  var stores: [any HandlingStore] { roster.all() }

  func setRoster(_ roster: Roster) {
    self.roster = roster
    routes = RouteTable()
  }

  /// Lets `change` work on the stores that there are.
  func changeStores(_ change: (inout Roster) throws -> Void) rethrows {
    try change(&roster)
    routes = RouteTable()
  }

  /// Lets `change` work on the stores that there will be.
  func changeNextStores(_ change: (inout Roster) throws -> Void) rethrows {
    // Taken out while it changes, or each change would copy it.
    if var next = nextRoster.take() {
      defer { nextRoster = next }
      try change(&next)
    } else {
      var next = roster
      try change(&next)
      nextRoster = next
    }
  }

  /// Goes on with the next stores, if they are others; says whether they were.
  func takeNextStores() -> Bool {
    guard let next = nextRoster.take() else { return false }
    setRoster(next)
    return true
  }
}
