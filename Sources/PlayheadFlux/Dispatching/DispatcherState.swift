/// What a dispatcher works with; touched only by the thread that holds its dispatch lock.
final class DispatcherState {
  enum Phase {
    case idle
    /// A live action of this type.
    case handling(any Action.Type)
    case replaying
  }

  /// Whether the taps know of the last change of the stores.
  enum TapNotice { case delivered, pending, delivering }

  var phase = Phase.idle
  /// Whether no action is being handled.
  var isIdle: Bool { if case .idle = phase { true } else { false } }
  /// The action that was handled last.
  var turn = Turn.start
  /// The cause of what is dispatched now.
  var currentCause: Turn?
  /// Whether observers are called in a replay.
  var replaysToObservers = true
  /// Counts what entered the middleware, to notice a `next` that is called too late.
  var entry: UInt64 = 0

  let storage: ContextStorage
  /// The storage's; reached through it, it would cost every action 5 ns.
  let pass: HandlerPass
  private var registry = StoreRegistry()
  /// The stores that there will be when the current action is handled; nil without a change.
  private(set) var nextStores: StoreRegistry?
  var tapNotice = TapNotice.delivered
  // Without exclusivity checks, as it is looked at around each action.
  @exclusivity(unchecked) private var registeredTaps = Registry<any Tap>()
  var queued: [QueuedAction] = []
  /// Observers that a handler added, which wait for the end of its action.
  // Without exclusivity checks: it is looked at after each action.
  @exclusivity(unchecked) private(set) var newObservers: [JointObserver] = []

  private var handlerLists = HandlerLists()

  init(inputs: SystemInputs) {
    storage = ContextStorage(inputs: inputs)
    pass = storage.pass
  }

  /// Gives `observer` the states. Returns the call; nil while an action is being handled, as the states are incomplete
  /// then.
  func begin(_ observer: JointObserver) -> JointObserver.Call? {
    guard storage.isOpen else { return observer.begin(after: pass.number) }
    newObservers.append(observer)
    return nil
  }

  /// The observers that handlers of the current action added.
  func takeNewObservers() -> [JointObserver] {
    defer { newObservers = [] }
    return newObservers
  }

  // MARK: Taps

  /// In the order in which they attached.
  var taps: [any Tap] { registeredTaps.isEmpty ? [] : registeredTaps.all() }

  func add(_ tap: any Tap) { registeredTaps.append(tap, as: ObjectIdentifier(tap)) }

  func remove(_ tap: any Tap) { registeredTaps.remove(ObjectIdentifier(tap)) }

  // MARK: Stores

  /// In the order in which they handle an action.
  var stores: [any ErasedStore] { registry.all() }

  /// The stores that take actions of `type`.
  func handlerList(for type: any Action.Type) -> HandlerList {
    if let list = handlerLists.recent(type) { return list }
    return handlerLists.list(for: type) { HandlerList(for: type, of: stores) }
  }

  func setStores(_ stores: StoreRegistry) {
    registry = stores
    handlerLists = HandlerLists()
  }

  /// Changes the present stores.
  func changeStores(_ change: (inout StoreRegistry) throws -> Void) rethrows {
    try change(&registry)
    handlerLists = HandlerLists()
  }

  /// Changes the stores that there will be after the current action.
  func changeNextStores(_ change: (inout StoreRegistry) throws -> Void) rethrows {
    // Taken out while it changes, or each change would copy it.
    if var next = nextStores.take() {
      defer { nextStores = next }
      try change(&next)
    } else {
      var next = registry
      try change(&next)
      nextStores = next
    }
  }

  /// Makes the next stores the present ones, if there are any; says whether there were.
  func takeNextStores() -> Bool {
    guard let next = nextStores.take() else { return false }
    setStores(next)
    return true
  }
}
