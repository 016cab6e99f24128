import Dispatch
import PlayheadFlux
import PlayheadLog
import Synchronization

/// Whether the log and the tail still exist.
enum FileWatch: UInt8, AtomicRepresentable {
  /// Nothing was recorded since the last look, and no look is planned.
  case idle
  /// The flusher will look soon.
  case planned
  /// The tail was deleted: its records have to go into the log.
  case tailDeleted
  /// The log was deleted: another one has to begin.
  case logDeleted
  /// The flusher was asked to begin another log.
  case renewing
}

extension Flusher {
  /// The time from an action to the look. Actions of this time are lost if a file is deleted and the app is
  /// killed. A look takes a few microseconds.
  private static let lookInterval = DispatchTimeInterval.seconds(1)

  /// Makes the flusher look soon whether the files exist. Does not wake an app that records nothing.
  func planLook() {
    let (isIdle, _) = watch.compareExchange(
      expected: .idle, desired: .planned, ordering: .relaxed)
    guard isIdle else { return }
    queue.asyncAfter(deadline: .now() + Self.lookInterval) { [weak self] in
      guard let self, !isEnded else { return }
      if !noticeDeletedLog() { note(pool.isDeleted ? .tailDeleted : .idle) }
    }
  }

  /// If the log was deleted, reports that and has another one begun. Returns whether it was.
  @discardableResult
  func noticeDeletedLog() -> Bool {
    guard !isEnded, writer.isDeleted else { return false }
    report(LogError.deleted(path))
    note(.logDeleted)
    return true
  }

  /// Notes the result of a look, unless another log was ordered.
  private func note(_ found: FileWatch) {
    let last = watch.load(ordering: .relaxed)
    guard last != found, last != .renewing else { return }
    // If an action has changed it meanwhile, the next look finds the same.
    _ = watch.compareExchange(expected: last, desired: found, ordering: .relaxed)
    guard found != .idle, let onDeletion = state.withLock({ $0.onDeletion }) else { return }
    // On another thread, because it waits until no action is being handled.
    DispatchQueue.global(qos: .utility).async(execute: onDeletion)
  }

  /// Replaces a deleted log by another one, which begins after the pages handed over so far.
  func beginLogAgain(_ order: SegmentOrder) {
    queue.async { [self] in
      if !isEnded { renewLog(order) }
      // If this failed, the next look notices it.
      watch.store(.idle, ordering: .relaxed)
    }
  }

  /// Begins another log if the log was deleted. Its states include the effects of pages that are in no log.
  func renewLog(_ order: SegmentOrder) {
    guard writer.isDeleted else { return }
    do {
      let mark = held.last.map { $0.lastMark } ?? pages.mark
      var beginning = try order.beginning(after: mark)
      beginning.note = Note(
        step: order.step, moment: order.header.start,
        text: "the log was deleted during the recording; this log has the steps after "
          + "\(order.step)")
      try writer.beginAgain(beginning, on: disk)
      pages.skip(to: mark)
      for page in held { pool.release(page) }
      state.withLock { state in
        state.backlog -= held.count
        state.begunAgain = order.step
      }
      (held, taken) = ([], 0)
      recover()
    } catch {
      report(error)
    }
  }
}
