import Dispatch
import PlayheadLog
import Synchronization

extension Sealer {
  /// Begins another segment behind the sheets that it was given so far.
  func beginSegment(_ order: SegmentOrder) {
    guard let keeper else { return }
    queue.async { [self] in
      // What waits for the disk belongs before it, and what has come meanwhile goes with that.
      guard held.isEmpty else { return wantSegmentLater(keeper) }
      begin(order, keeper)
    }
  }

  private func begin(_ order: SegmentOrder, _ keeper: SegmentKeeper) {
    do {
      // Digests of the steps before it.
      try sheets.flush()
      try keeper.begin(order.beginning(after: sheets.mark), at: order.time, writer)
      if keeper.isFailing { options.onRecovery() }
      keeper.isFailing = false
    } catch {
      if keeper.makeRoom(for: error) { return begin(order, keeper) }
      if !keeper.isFailing { options.onFailure(unwritable(error)) }
      keeper.isFailing = true
      wantSegmentLater(keeper)
    }
  }

  /// A disk that is full now may have room later; until then the segment grows.
  private func wantSegmentLater(_ keeper: SegmentKeeper) {
    queue.asyncAfter(deadline: .now() + Self.retryInterval) {
      keeper.wantsSegment.store(true, ordering: .relaxed)
    }
  }
}
