import Synchronization

/// That somebody wants a command to stop: raised on any thread, looked at by the command.
package final class InterruptFlag: Sendable {
  private let count = Atomic(0)

  /// A flag that is down.
  package init() {}

  /// Whether it is up.
  package var isRaised: Bool { count.load(ordering: .relaxed) > 0 }

  /// Puts it up; gives how often that was done since it was down.
  @discardableResult package func raise() -> Int {
    count.add(1, ordering: .relaxed).newValue
  }

  /// Takes it down.
  package func lower() { count.store(0, ordering: .relaxed) }

  /// Throws ``Interruption`` if it is up.
  package func check() throws(Interruption) {
    if isRaised { throw Interruption() }
  }
}

/// A command was told to stop, and did.
package struct Interruption: Error {}
