/// A dispatcher's mutable state. Only the thread with the dispatch lock touches it.
package final class DispatcherState {
  package enum Phase {
    case idle
    /// A live action of this type.
    case handling(any Action.Type)
    case replaying
  }

  package var phase = Phase.idle
  package var isIdle: Bool { if case .idle = phase { true } else { false } }
  /// The last action that was handled.
  package internal(set) var turn = Turn.start
  /// The cause of actions that are dispatched now.
  var currentCause: Turn?
  /// Whether a replay calls observers.
  package var replaysToObservers = true
  // Unchecked, because every action asks it.
  /// Whether actions are handled, and which never are.
  @exclusivity(unchecked) var intake = Intake()
  /// Counts the actions that entered the middleware, to notice a `next` that is called too late.
  var entry: UInt64 = 0

  let storage: ContextStorage
  /// The storage's pass, kept here because a second indirection costs every action 5 ns.
  package let pass: HandlerPass
  private var registry = StoreRegistry()
  /// The stores after the current action; `nil` without a change.
  private(set) var nextStores: StoreRegistry?
  /// Whether the taps know the last change of the stores.
  var tapsKnowStores = true
  // Unchecked, because it is read around each action.
  /// The taps in the order in which they attached.
  @exclusivity(unchecked) package private(set) var taps: [any Tap] = []
  var queued: [QueuedAction] = []
  /// Observers that a handler added, which wait for the end of its action.
  // Unchecked, because it is read after each action.
  @exclusivity(unchecked) private(set) var newObservers: [Observer] = []

  private(set) var storeChangeCount = 0
  private var handlerLists = HandlerLists()

  init(inputs: SystemInputs) {
    storage = ContextStorage(inputs: inputs)
    pass = storage.pass
  }

  /// Gives `observer` the states and returns its first call. During an action, when states are incomplete,
  /// returns `nil` and postpones the call.
  func begin(_ observer: Observer) -> Observer.Call? {
    guard storage.isOpen else { return observer.begin(after: pass.number) }
    newObservers.append(observer)
    return nil
  }

  func takeNewObservers() -> [Observer] {
    defer { newObservers = [] }
    return newObservers
  }

  // MARK: Taps

  func add(_ tap: any Tap) {
    if !taps.contains(where: { $0 === tap }) { taps.append(tap) }
  }

  func remove(_ tap: any Tap) { taps.removeAll { $0 === tap } }

  // MARK: Stores

  /// In the order in which they handle an action.
  var stores: [any ErasedStore] { registry.stores }

  /// The stores that take actions of `type`.
  func handlerList(for type: any Action.Type) -> HandlerList {
    if let list = handlerLists.recent(type) { return list }
    return handlerLists.list(for: type) { HandlerList(for: type, of: stores) }
  }

  func setStores(_ stores: StoreRegistry) {
    registry = stores
    storeChangeCount += 1
    handlerLists = HandlerLists()
    tapsKnowStores = false
  }

  /// Changes the stores that handle the next action.
  func changeStores(_ change: (inout StoreRegistry) throws -> Void) rethrows {
    var next = nextStores ?? registry
    try change(&next)
    nextStores = next
  }

  /// Makes the next stores current, if there was a change.
  func activateNextStores() {
    if let next = nextStores.take() { setStores(next) }
  }
}
