/// One action's pass through the stores that take it, in their order unless a handler waits for others.
///
/// One object, reused for every action. Unchecked, because only the thread with the dispatch lock touches it,
/// and a check would cost as much as a small handler.
package final class HandlerPass {
  /// The current action, borrowed: a copy costs 30 ns, and few actions make a store wait.
  private struct Current {
    let action: UnsafePointer<any Action>
    let list: Unmanaged<HandlerList>
  }

  @exclusivity(unchecked) private var current: Current?
  /// The number of passes so far; unlike a turn, which a replay may repeat, it is unique.
  @exclusivity(unchecked) private(set) var number: UInt64 = 0
  /// The list index of the current store.
  @exclusivity(unchecked) private var index = 0
  /// The stores that handled the action early, because another waited for them.
  private let early = DependencyOrder()
  /// Runs each handler, to measure it for example.
  @exclusivity(unchecked) var around: HandlerWrapper?
  /// The address to which the current store's index is written, for a message about a trap.
  @exclusivity(unchecked) var storeIndex: UnsafeMutablePointer<UInt64>?

  /// Begins a pass without an action, for restored states.
  @discardableResult package func begin() -> UInt64 {
    number += 1
    return number
  }

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
    storeIndex?.pointee = .max
    if !early.isEmpty { early.removeAll() }
  }

  private func handle(_ action: any Action, by handler: StoreHandler, _ context: Context) {
    storeIndex?.pointee = UInt64(handler.index)
    handler.changed =
      around?(handler.store) { handler.handle(action, context) }
      ?? handler.handle(action, context)
  }

  /// Lets those of `stores` that have not handled the action do so now, within the waiting handler.
  func wait(for stores: [any AnyStore], _ context: Context) {
    guard let current else {
      return Misuse.waitsOutsideDispatch(stores: stores.map(\.name)).report()
    }
    let list = current.list.takeUnretainedValue()
    // Each handler sets this for itself; the waiting one may have set it already.
    let leftUnchanged = context.storage.leftUnchanged
    early.visiting(from: list.handlers[index].store) {
      for store in stores where isRegistered(store, in: list, context) {
        do throws(DependencyOrder.Cycle) {
          try early.visit(store, unless: { hasHandled($0, in: list) }) { store in
            guard let handler = list.handler(of: store) else { return }
            handle(current.action.pointee, by: handler, context)
          }
        } catch {
          Misuse.waitsInCircle(stores: error.stores).report()
        }
      }
    }
    context.storage.leftUnchanged = leftUnchanged
    storeIndex?.pointee = UInt64(list.handlers[index].index)
  }

  private func hasHandled(_ store: any AnyStore, in list: HandlerList) -> Bool {
    guard let handler = list.handler(of: store) else { return false }
    return handler.index < list.handlers[index].index
  }

  /// A replay may lack stores that were not yet registered during the recording.
  private func isRegistered(
    _ store: any AnyStore, in list: HandlerList, _ context: Context
  ) -> Bool {
    if list.includes(store) { return true }
    guard !context.storage.isReplayed, let asking = early.path.last else { return false }
    Misuse.waitsForUnregistered(store: asking.name, dependency: store.name).report()
    return false
  }
}

/// Runs a store's handler, which it gets as a function, and returns that function's result.
package typealias HandlerWrapper = (any AnyStore, () -> Bool) -> Bool

extension Dispatcher {
  /// Runs each handler within `wrapper`, from the next action on; `nil` ends that.
  package func wrapHandlers(in wrapper: HandlerWrapper?) {
    withState { $0.pass.around = wrapper }
  }

  /// Writes the index of the store that handles an action to `storeIndex`, from the next action on.
  package func reportHandling(at storeIndex: UnsafeMutablePointer<UInt64>?) {
    withState { $0.pass.storeIndex = storeIndex }
  }
}
