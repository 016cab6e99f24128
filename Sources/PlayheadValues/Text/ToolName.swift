import Synchronization

/// How to call the present program, quoted for a shell, for sentences that propose a command.
package var toolName: String { toolPath.inShell }

/// The program's name alone, quoted for a shell, for what is read in other places.
package var toolFileName: String {
  (toolPath.split(separator: "/").last.map(String.init) ?? toolPath).inShell
}

/// The program's path as it was typed.
package var toolPath: String {
  get { called.withLock { $0 } }
  set { called.withLock { $0 = newValue } }
}

private let called = Mutex("playhead")
