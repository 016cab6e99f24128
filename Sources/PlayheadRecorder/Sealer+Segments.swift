import Dispatch
import PlayheadLog
import Synchronization

extension Sealer {
  /// Begins another segment behind the sheets that it was given so far.
  func beginSegment(_ order: SegmentOrder) {
    guard let keeper else { return }
    queue.async { [self] in
      // What waits for the disk belongs before it, and what has come meanwhile goes with that.
      if held.isEmpty { begin(order, keeper) } else { keeper.postpone() }
    }
    if options.waits { try? wait() }
  }

  /// Begins another log in the place of one that was deleted, behind the sheets that it was given so far:
  /// of those that are not in a log, the states are the outcome.
  func beginLogAgain(_ order: SegmentOrder) {
    queue.async { [self] in
      guard !isEnded, writer.isDeleted else { return }
      do {
        let mark = held.last.map { $0.lastMark } ?? sheets.mark
        var beginning = try order.beginning(after: mark)
        beginning.note = Note(
          step: order.step, moment: order.header.start,
          text: "the log was deleted while it was recorded into; this one has what came after step "
            + "\(order.step)")
        try writer.beginAgain(beginning, on: disk)
        sheets.skip(to: mark)
        for sheet in held { pool.release(sheet) }
        state.withLock { $0.backlog -= held.count }
        (held, taken) = ([], 0)
        recover()
      } catch {
        report(error)
      }
    }
  }

  private func begin(_ order: SegmentOrder, _ keeper: SegmentKeeper) {
    do {
      // Digests of the steps before it.
      try sheets.flush()
      try keeper.begin(order.beginning(after: sheets.mark), at: order.time, writer)
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
