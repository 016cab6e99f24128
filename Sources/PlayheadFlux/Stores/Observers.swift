import Dispatch
import Synchronization

/// A token of an observation, which ends when you cancel or release the token.
public final class SubscriptionToken: Sendable {
  private let end: Guarded<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) { self.end = Guarded(end) }

  deinit { cancel() }

  /// Ends the observation. No call begins after this returns, though one may still run in another thread.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}

/// A subscription that its own observer ends when the owner is gone.
final class OwnedSubscription: Sendable {
  private enum State {
    case empty
    case keeping(SubscriptionToken)
    case ended
  }

  private let state = Guarded(State.empty)

  /// Keeps `token`, unless the observation has ended already.
  func keep(_ token: SubscriptionToken) {
    let isEnded = state.withLock { state in
      if case .ended = state { return true }
      state = .keeping(token)
      return false
    }
    if isEnded { token.cancel() }
  }

  func end() {
    // Released outside the lock, because that runs the subscription's end.
    _ = state.replace(.ended)
  }
}

/// Hands values to one observer, one at a time and in order, without holding a lock during the call.
package final class ObserverQueue<Value: Sendable>: Sendable {
  private struct Contents {
    var waiting = Queue<Value>()
    var isDelivering = false
    var isClosed = false
  }

  private let body: @Sendable (Value) -> Void
  private let isOnMainActor: Bool
  private let contents = Guarded(Contents())

  /// Hands values to `body`.
  package convenience init(_ body: @escaping @Sendable (Value) -> Void) {
    self.init(onMainActor: false, body)
  }

  /// Hands values to `body`, if `onMainActor` on the main actor: now if the caller runs there, else soon.
  init(onMainActor: Bool, _ body: @escaping @Sendable (Value) -> Void) {
    self.body = body
    isOnMainActor = onMainActor
  }

  func close() { contents.withLock { $0.isClosed = true } }

  /// Hands over the value that `read` returns. If another thread, or a caller further up the stack, is
  /// handing over a value, it also hands over this one.
  ///
  /// `read` runs with the queue locked, so values keep their order.
  package func deliver(_ read: () -> Value) { handOver(from: post(read)) }

  /// Hands over `first`, which ``post(_:)`` returned, and then the waiting values.
  func handOver(from first: Value?) {
    guard let first else { return }
    guard isOnMainActor, !MainQueue.isCurrent else { return call(from: first) }
    Task { @MainActor in
      if let first = contents.withLock({ $0.isClosed ? nil : first }) { call(from: first) }
    }
  }

  private func call(from first: Value) {
    var value = first
    while true {
      body(value)
      guard let next = nextWaiting() else { return }
      value = next
    }
  }

  /// A value to hand over now, or `nil` if it has to wait or the queue is closed.
  func post(_ read: () -> Value) -> Value? {
    contents.withLock { contents in
      guard !contents.isClosed else { return nil }
      let value = read()
      guard !contents.isDelivering else {
        contents.waiting.append(value)
        return nil
      }
      contents.isDelivering = true
      return value
    }
  }

  private func nextWaiting() -> Value? {
    contents.withLock { contents in
      if contents.isClosed { contents.waiting = Queue() }
      if let next = contents.waiting.removeFirst() { return next }
      contents.isDelivering = false
      return nil
    }
  }
}

/// The main queue, which is what the main actor runs on.
private enum MainQueue {
  // Checks the queue and not the thread: on Linux any thread may serve the main queue.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()
}

/// An observer of several stores, called once per action however many of them it changed.
final class JointObserver: Sendable {
  /// A call of the observer, with the states in it.
  typealias Call = @Sendable () -> Void

  private let read: @Sendable () -> Call
  private let queue: ObserverQueue<Call>
  /// The last pass with states that the observer got.
  private let known = Atomic<UInt64>(0)

  /// An observer with calls made by `read` from the current states.
  init(onMainActor: Bool, _ read: @escaping @Sendable () -> Call) {
    self.read = read
    queue = ObserverQueue(onMainActor: onMainActor) { $0() }
  }

  func close() { queue.close() }

  /// Calls the observer with the current states.
  func notify() { queue.deliver(read) }

  /// Calls the observer with the states after `pass`, unless it has got them.
  func notify(after pass: UInt64) {
    if known.exchange(pass, ordering: .relaxed) != pass { notify() }
  }

  /// Takes the states after `pass`. The result calls the observer with them, and with later ones.
  func begin(after pass: UInt64) -> Call {
    known.store(pass, ordering: .relaxed)
    let first = queue.post(read)
    return { [queue] in queue.handOver(from: first) }
  }
}

/// One store's observers of one kind.
final class Observers<Observer: AnyObject & Sendable>: Sendable {
  private let registry = Guarded(Registry<Observer>())
  private let count = Atomic(0)

  /// Cheaper than asking the list: most stores have no observer.
  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  func add(_ observer: Observer) {
    registry.withLock {
      $0.append(observer, as: ObjectIdentifier(observer))
      count.store($0.count, ordering: .releasing)
    }
  }

  func remove(_ observer: Observer) {
    registry.withLock {
      $0.remove(ObjectIdentifier(observer))
      count.store($0.count, ordering: .releasing)
    }
  }

  /// Calls `body` with the current observers, in the order of their addition.
  func forEach(_ body: (Observer) -> Void) {
    for observer in registry.withLock({ $0.all() }) { body(observer) }
  }
}
