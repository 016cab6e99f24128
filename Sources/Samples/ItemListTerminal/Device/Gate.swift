import SampleSupport
import ItemList

/// Makes tasks wait until it is opened.
///
/// Gives a script the same log each time: an answer arrives when the script waits for it, on any machine.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [AsyncStream<Never>.Continuation] = []
  }

  private let state = Locked(State())

  /// A closed gate.
  package init() {}

  /// Lets waiting tasks pass, and all tasks that come before it is closed.
  package func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  /// Makes tasks wait from now on.
  package func close() { state.withLock { $0.isOpen = false } }

  /// Waits until the gate is open, or the task is cancelled.
  package func pass() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    let isOpen = state.withLock { state in
      if !state.isOpen { state.waiting.append(continuation) }
      return state.isOpen
    }
    if isOpen { return }
    for await _ in stream {}
  }
}
