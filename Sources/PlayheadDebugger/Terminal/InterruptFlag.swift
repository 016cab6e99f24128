import Synchronization

/// That somebody wants a command to stop: raised on any thread, looked at by the command.
package final class InterruptFlag: Sendable {
  private let count = Atomic(0)
  private let onRaise: @Sendable () -> Void

  /// A flag that is down; `onRaise` is done each time it is raised, on the thread that does.
  package init(onRaise: @escaping @Sendable () -> Void = {}) { self.onRaise = onRaise }

  /// Whether it is up.
  package var isRaised: Bool { count.load(ordering: .relaxed) > 0 }

  /// Puts it up; gives how often that was done since it was down.
  @discardableResult package func raise() -> Int {
    let times = count.add(1, ordering: .relaxed).newValue
    onRaise()
    return times
  }

  /// Takes it down.
  package func lower() { count.store(0, ordering: .relaxed) }

  /// Throws ``Interruption`` if it is up.
  package func check() throws(Interruption) {
    if isRaised { throw Interruption() }
  }
}

/// A command was told to stop, and did.
package struct Interruption: Error {
  /// What was going on, as a part of a sentence, if that had to be ended for it.
  package var work: String?

  package init(work: String? = nil) { self.work = work }
}
