import Dispatch
import PlayheadLog
import Synchronization

extension Flusher {
  /// Begins another segment behind the pages that it was given so far.
  func beginSegment(_ order: SegmentOrder) {
    guard let keeper else { return }
    queue.async { [self] in
      // What waits for the disk belongs before it, and what has come meanwhile goes with that.
      if held.isEmpty { begin(order, keeper) } else { keeper.postpone() }
    }
    if options.waits { try? wait() }
  }

  private func begin(_ order: SegmentOrder, _ keeper: SegmentKeeper) {
    do {
      // Digests of the steps before it.
      try pages.flush()
      try keeper.begin(order.beginning(after: pages.mark), at: order.time, writer)
      if keeper.isFailing { tellOfRecovery() }
      keeper.isFailing = false
    } catch {
      if keeper.makeRoom(for: error) { return begin(order, keeper) }
      if !keeper.isFailing { tellOfFailure(unwritable(error)) }
      keeper.isFailing = true
      keeper.postpone()
    }
  }
}
