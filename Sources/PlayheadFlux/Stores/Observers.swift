import Dispatch
import Synchronization

/// A token of an observation, which ends when you cancel or release the token.
public final class SubscriptionToken: Sendable {
  private let end: Guarded<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) { self.end = Guarded(end) }

  /// Ends the calls of `observer`, which is in `lists`.
  convenience init(_ observer: Observer, in lists: [Observers]) {
    // Weak, so that only the stores keep their observers: a stream's token lives in the stream.
    let removals = lists.map { list in
      { @Sendable [weak list] (observer: Observer) in list?.remove(observer) ?? () }
    }
    self.init { [weak observer] in
      guard let observer else { return }
      observer.close()
      for remove in removals { remove(observer) }
    }
  }

  deinit { cancel() }

  /// Ends the observation. No call begins after this returns, though one may still run in another thread.
  public func cancel() {
    end.withLock { $0.take() }?()
  }
}

extension Guarded<SubscriptionToken?> {
  /// Ends the observation of an owner that is gone.
  func end() {
    // Released outside the lock, because that runs the subscription's end.
    _ = replace(nil)
  }
}

/// An observer of one or more stores. Its calls come one at a time and in order, and no lock is held during a call.
package final class Observer: Sendable {
  /// A call of the observer, with the states in it.
  package typealias Call = @Sendable () -> Void

  private struct Contents {
    var waiting = Queue<Call>()
    var isCalling = false
    var isClosed = false
  }

  private let read: @Sendable () -> Call
  private let isOnMainActor: Bool
  private let contents = Guarded(Contents())
  /// The last pass with states that the observer got.
  private let known = Atomic<UInt64>(0)

  /// An observer with calls made by `read` from the current states; they come on the main actor if `onMainActor`:
  /// now if the caller runs there, else soon.
  package init(onMainActor: Bool = false, _ read: @escaping @Sendable () -> Call) {
    isOnMainActor = onMainActor
    self.read = read
  }

  func close() { contents.withLock { $0.isClosed = true } }

  /// Calls the observer with the current states. If another thread, or a caller further up the stack, is calling
  /// it, that one also makes this call.
  package func notify() { makeCalls(from: next()) }

  /// Calls the observer with the states after `pass`, unless it has got them.
  func notify(after pass: UInt64) {
    if known.exchange(pass, ordering: .relaxed) != pass { notify() }
  }

  /// Takes the states after `pass`. The result calls the observer with them, and with later ones.
  func begin(after pass: UInt64) -> Call {
    known.store(pass, ordering: .relaxed)
    let first = next()
    return { self.makeCalls(from: first) }
  }

  /// A call to make now, with the current states; `nil` if it has to wait or the observer is closed.
  private func next() -> Call? {
    contents.withLock { contents in
      guard !contents.isClosed else { return nil }
      // With the lock, so that states keep their order.
      let call = read()
      guard !contents.isCalling else {
        contents.waiting.append(call)
        return nil
      }
      contents.isCalling = true
      return call
    }
  }

  /// Makes the call that ``next()`` returned, and then those that wait.
  private func makeCalls(from first: Call?) {
    guard let first else { return }
    guard isOnMainActor, !MainQueue.isCurrent else { return makeAllCalls(from: first) }
    Task { @MainActor in
      if let first = contents.withLock({ $0.isClosed ? nil : first }) { makeAllCalls(from: first) }
    }
  }

  private func makeAllCalls(from first: Call) {
    first()
    while let call = nextWaiting() { call() }
  }

  private func nextWaiting() -> Call? {
    contents.withLock { contents in
      if contents.isClosed { contents.waiting = Queue() }
      if let next = contents.waiting.removeFirst() { return next }
      contents.isCalling = false
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

/// One store's observers: of this store alone, or of several.
final class Observers: Sendable {
  /// In the order of their addition. Each change makes a new list instead of changing one that another thread may read:
  /// ThreadSanitizer does not see Swift's own check for that.
  private let all = Guarded<[Observer]>([])
  private let count = Atomic(0)

  /// Cheaper than asking the list: most stores have no observer.
  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  func add(_ observer: Observer) {
    all.withLock {
      $0 = $0 + [observer]
      count.store($0.count, ordering: .releasing)
    }
  }

  func remove(_ observer: Observer) {
    all.withLock {
      $0 = $0.filter { $0 !== observer }
      count.store($0.count, ordering: .releasing)
    }
  }

  /// Calls `body` with the current observers, in the order of their addition.
  func forEach(_ body: (Observer) -> Void) {
    for observer in all.withLock({ $0 }) { body(observer) }
  }
}
