import Dispatch
import Foundation

/// Runs `body` on so many threads at once, and returns when all are done.
///
/// Not `concurrentPerform`: that takes no more threads than there are cores.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
  let done = DispatchGroup()
  for thread in 0..<count {
    done.enter()
    Thread.detachNewThread {
      body(thread)
      done.leave()
    }
  }
  done.wait()
}
