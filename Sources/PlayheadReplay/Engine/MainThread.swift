import Dispatch
package import Foundation
import PlayheadFlux

/// Functions of the main actor, called by a replay on any thread.
///
/// The main thread of a worker may be waiting for the thread that replays. It then calls the functions itself, because
/// nothing else would empty its queue.
package enum MainThread {
  /// What another thread has asked the waiting main thread for; `nil` to stop waiting.
  private struct Service {
    var isOpen = false
    var work: (() -> Void)?
  }

  private static let service = Guarded(Service())
  private static let isWanted = DispatchSemaphore(value: 0)
  private static let isDone = DispatchSemaphore(value: 0)
  /// One thread at a time asks.
  private static let turn = Guarded(())

  /// Calls `reduce` on the main actor.
  static func reduce<State, Action>(
    _ state: inout State, _ action: Action, _ reduce: @MainActor (inout State, Action) -> Void
  ) {
    // Safe, because this thread waits meanwhile.
    nonisolated(unsafe) let action = action
    withUnsafeMutablePointer(to: &state) { state in
      nonisolated(unsafe) let state = state
      run { reduce(&state.pointee, action) }
    }
  }

  /// Returns what `make` makes on the main actor.
  static func make<Value>(_ make: @MainActor () -> Value) -> Value {
    nonisolated(unsafe) var value: Value?
    run { value = make() }
    guard let value else { fatalError("The main actor has not made a value.") }
    return value
  }

  private static func run(_ body: @MainActor () -> Void) {
    if Thread.isMainThread { return MainActor.assumeIsolated(body) }
    withoutActuallyEscaping(body) { body in
      let work = { MainActor.assumeIsolated(body) }
      turn.withLock { _ in
        let isServed = service.withLock { service in
          if service.isOpen { service.work = work }
          return service.isOpen
        }
        guard isServed else { return DispatchQueue.main.sync(execute: work) }
        isWanted.signal()
        isDone.wait()
      }
    }
  }

  /// Waits for `thread`, which ends with ``endService()``, and calls functions for it meanwhile. On the main thread.
  package static func serve(_ thread: Thread) {
    service.withLock { $0.isOpen = true }
    thread.start()
    repeat { isWanted.wait() } while serveOnce()
  }

  /// Calls what the other thread asked for, if it did. Keeps nothing of it when that thread goes on, whose function may
  /// not escape.
  private static func serveOnce() -> Bool {
    guard callWork() else { return false }
    service.withLock { $0.work = nil }
    isDone.signal()
    return true
  }

  @inline(never) private static func callWork() -> Bool {
    guard let work = service.withLock({ $0.work }) else { return false }
    work()
    return true
  }

  /// Lets the main thread go on.
  package static func endService() {
    service.withLock { $0.isOpen = false }
    isWanted.signal()
  }
}
