import Synchronization

/// The name of the present program, for sentences that propose a command.
package var toolName: String {
  get { called.withLock { $0 } }
  set { called.withLock { $0 = newValue } }
}

private let called = Mutex("playhead")
