import Foundation
import Synchronization

/// The processes that work for a command, on whatever threads, so that it can end them all at once.
final class ProcessRegister: Sendable {
  private struct State {
    var running: Set<pid_t> = []
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Enters a process that was started; false if there are to be no more.
  func enter(_ process: pid_t) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.running.insert(process)
      return true
    }
  }

  /// Takes a process out before anybody waits for its end: then its number may be another's.
  func leave(_ process: pid_t) {
    state.withLock { _ = $0.running.remove(process) }
  }

  /// Ends all of them, and lets none begin any more.
  func close() {
    state.withLock { state in
      state.isClosed = true
      for process in state.running { kill(process, SIGKILL) }
      state.running = []
    }
  }
}
