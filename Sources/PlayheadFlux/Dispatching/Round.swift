/// One action's round through the stores that take it: in their order, except where a handler waits
/// for others.
///
/// One object, used again for each action, without exclusivity checks: it is touched by the thread
/// that holds the baton alone, and each check would cost as much as a small handler.
final class Round {
  /// What goes round now: borrowed, as keeping it would cost every action 30 ns for the few in which
  /// a store waits.
  private struct Current {
    let action: UnsafePointer<any Action>
    let route: Unmanaged<Route>
  }

  @exclusivity(unchecked) private var current: Current?
  /// How many there were; unlike turns, which a replay may repeat, each has its own.
  @exclusivity(unchecked) private(set) var number: UInt64 = 0
  /// The place in the route of the store whose turn it is; those before it have had theirs.
  @exclusivity(unchecked) private var place = 0
  /// The stores that had their turn early, because another waited for them.
  @exclusivity(unchecked) private var early: Set<ObjectIdentifier> = []
  /// What tells how long the stores take; nil unless somebody wants to know.
  @exclusivity(unchecked) var stopwatch: StoreStopwatch?
  /// While one waits: it, the one it waits for, and so on to the one that handles.
  private var waiting: [any AnyStore] = []

  /// Begins a round without an action, as a restored state does.
  @discardableResult func begin() -> UInt64 {
    number += 1
    return number
  }

  /// Lets the stores of `route` handle `action`.
  func run(_ action: any Action, through route: Route, _ context: Context) {
    begin()
    withUnsafePointer(to: action) {
      current = Current(action: $0, route: .passUnretained(route))
      for (place, part) in route.parts.enumerated() {
        if !early.isEmpty, early.contains(ObjectIdentifier(part.store)) { continue }
        self.place = place
        handle(action, by: part, context)
      }
      current = nil
    }
    if !early.isEmpty { early.removeAll(keepingCapacity: true) }
  }

  private func handle(_ action: any Action, by part: RoutePart, _ context: Context) {
    part.changed =
      stopwatch?.time(part.store) { part.handle(action, context) } ?? part.handle(action, context)
  }

  /// Lets those of `stores` that have not handled the action yet do so, in the middle of the handler
  /// that asks for it.
  func wait(for stores: [any AnyStore], _ context: Context) {
    guard let route = current?.route.takeUnretainedValue() else {
      Misuse.waitsOutsideDispatch(stores: stores.map(\.name)).stop()
    }
    // Each handler says this for itself; the one that waits may have said it already.
    let leftUnchanged = context.frame.leftUnchanged
    let isOutermost = waiting.isEmpty
    if isOutermost { waiting.append(route.parts[place].store) }
    for store in stores {
      guard isRegistered(store, in: route, context) else { continue }
      handleEarly(store, context)
    }
    if isOutermost { waiting.removeLast() }
    context.frame.leftUnchanged = leftUnchanged
  }

  /// Gives `store` its turn, after those that it is declared to run after, unless it had it.
  private func handleEarly(_ store: any AnyStore, _ context: Context) {
    guard let current else { return }
    let route = current.route.takeUnretainedValue()
    guard !hasHandled(store, in: route) else { return }
    if let start = waiting.firstIndex(where: { $0 === store }) {
      Misuse.waitsInCircle(stores: (waiting[start...] + [store]).map(\.name)).stop()
    }
    waiting.append(store)
    for dependency in store.dependencies { handleEarly(dependency, context) }
    if let part = route.part(of: store) {
      handle(current.action.pointee, by: part, context)
    }
    waiting.removeLast()
    early.insert(ObjectIdentifier(store))
  }

  private func hasHandled(_ store: any AnyStore, in route: Route) -> Bool {
    guard !early.contains(ObjectIdentifier(store)) else { return true }
    guard let part = route.part(of: store) else { return false }
    return part.position < route.parts[place].position
  }

  /// On replay stores may be missing: when it was recorded, there was no need for them yet.
  private func isRegistered(_ store: any AnyStore, in route: Route, _ context: Context) -> Bool {
    if route.includes(store) { return true }
    guard !context.frame.isReplayed, let asking = waiting.last else { return false }
    Misuse.waitsForUnregistered(store: asking.name, dependency: store.name).stop()
  }
}
