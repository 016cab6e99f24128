/// One action's way through the stores that take it, in their order, except where a handler waits for others.
///
/// One object, reused for each action, without exclusivity checks: only the thread with the dispatch lock touches it, and a
/// check would cost as much as a small handler.
final class HandlerPass {
  /// The current action, borrowed: keeping it would cost every action 30 ns for the few in which a store waits.
  private struct Current {
    let action: UnsafePointer<any Action>
    let list: Unmanaged<HandlerList>
  }

  @exclusivity(unchecked) private var current: Current?
  /// How many there were; unlike turns, which a replay may repeat, each has its own.
  @exclusivity(unchecked) private(set) var number: UInt64 = 0
  /// The index in the list of the store whose turn it is; those before it have had theirs.
  @exclusivity(unchecked) private var index = 0
  /// The stores that had their turn early, because another waited for them.
  private let early = DependencyOrder()
  /// What each handler runs within, such as a measurement.
  @exclusivity(unchecked) var around: HandlerWrapper?
  /// Where the index of the current store is kept, for a message about a trap.
  @exclusivity(unchecked) var mark: UnsafeMutablePointer<UInt64>?

  /// Begins a pass without an action, as a restored state does.
  @discardableResult func begin() -> UInt64 {
    number += 1
    return number
  }

  /// Lets the stores of `list` handle `action`.
  func run(_ action: any Action, by list: HandlerList, _ context: Context) {
    begin()
    withUnsafePointer(to: action) {
      current = Current(action: $0, list: .passUnretained(list))
      for (index, handler) in list.handlers.enumerated() {
        if !early.isEmpty, early.contains(handler.store) { continue }
        self.index = index
        handle(action, by: handler, context)
      }
      current = nil
    }
    mark?.pointee = .max
    if !early.isEmpty { early.removeAll() }
  }

  private func handle(_ action: any Action, by handler: StoreHandler, _ context: Context) {
    mark?.pointee = UInt64(handler.index)
    handler.changed =
      around?(handler.store) { handler.handle(action, context) }
      ?? handler.handle(action, context)
  }

  /// Lets those of `stores` that have not handled the action do so now, in the middle of the handler that asks for it.
  func wait(for stores: [any AnyStore], _ context: Context) {
    guard let current else { Misuse.waitsOutsideDispatch(stores: stores.map(\.name)).stop() }
    let list = current.list.takeUnretainedValue()
    // Each handler says this for itself; the one that waits may have said it already.
    let leftUnchanged = context.storage.leftUnchanged
    early.visiting(from: list.handlers[index].store) {
      for store in stores where isRegistered(store, in: list, context) {
        do throws(DependencyOrder.Cycle) {
          try early.visit(store, unless: { hasHandled($0, in: list) }) { store in
            guard let handler = list.handler(of: store) else { return }
            handle(current.action.pointee, by: handler, context)
          }
        } catch {
          Misuse.waitsInCircle(stores: error.stores).stop()
        }
      }
    }
    context.storage.leftUnchanged = leftUnchanged
    mark?.pointee = UInt64(list.handlers[index].index)
  }

  /// Whether `store` has had its turn, early or not.
  private func hasHandled(_ store: any AnyStore, in list: HandlerList) -> Bool {
    guard let handler = list.handler(of: store) else { return false }
    return handler.index < list.handlers[index].index
  }

  /// On replay stores may be missing: when it was recorded, there was no need for them yet.
  private func isRegistered(
    _ store: any AnyStore, in list: HandlerList, _ context: Context
  ) -> Bool {
    if list.includes(store) { return true }
    guard !context.storage.isReplayed, let asking = early.path.last else { return false }
    Misuse.waitsForUnregistered(store: asking.name, dependency: store.name).stop()
  }
}

/// Is given a store and what lets it handle an action, and does that.
package typealias HandlerWrapper = (any AnyStore, () -> Bool) -> Bool

extension Dispatcher {
  /// Lets each store handle actions within `wrapper` from the next action on; nil ends that.
  package func wrapHandlers(in wrapper: HandlerWrapper?) {
    withState { $0.pass.around = wrapper }
  }

  /// Says at `mark` which store handles an action, by its index, from the next action on.
  package func tellHandling(at mark: UnsafeMutablePointer<UInt64>?) {
    withState { $0.pass.mark = mark }
  }
}
