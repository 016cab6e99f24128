import SampleSupport
import ItemList

/// A place where tasks wait until somebody opens it.
///
/// It is what makes a script give the same log each time: an answer that takes its time arrives when
/// the script waits for it, and not earlier or later on a slower machine.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [AsyncStream<Never>.Continuation] = []
  }

  private let state = Locked(State())

  /// A closed gate.
  package init() {}

  /// Lets all pass who wait, and all who come until it is closed.
  package func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.finish() }
  }

  /// Lets nobody pass from now on.
  package func close() { state.withLock { $0.isOpen = false } }

  /// Waits until it is open, or until the task is cancelled.
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
