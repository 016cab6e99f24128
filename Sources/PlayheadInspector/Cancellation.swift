import Synchronization

/// A request to stop some work. Any thread raises the flag, and the work checks it.
package final class InterruptFlag: Sendable {
  private let count = Atomic(0)

  package init() {}

  package var isRaised: Bool { count.load(ordering: .relaxed) > 0 }

  /// Raises the flag. Returns how often it was raised since it was last lowered.
  @discardableResult package func raise() -> Int {
    count.add(1, ordering: .relaxed).newValue
  }

  package func lower() { count.store(0, ordering: .relaxed) }

  package func check() throws(Interruption) {
    if isRaised { throw Interruption() }
  }
}

/// Work stopped because the flag was raised.
package struct Interruption: Error {
  /// The work that had to be killed, as a part of a sentence.
  package var work: String?

  package init(work: String? = nil) { self.work = work }
}
