import Synchronization

/// What the command line is called in sentences that propose a command: the name of the program at hand.
package var toolName: String {
  get { called.withLock { $0 } }
  set { called.withLock { $0 = newValue } }
}

private let called = Mutex("playhead")
