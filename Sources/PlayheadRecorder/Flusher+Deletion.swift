import Dispatch
import PlayheadLog
import Synchronization

/// Files of the recording that somebody deletes: the app hears of it. What is recorded from then on is lost.
extension Flusher {
  /// The time from an action to the look. A look takes a few microseconds.
  private static let lookInterval = DispatchTimeInterval.seconds(1)

  /// Makes the flusher look soon whether the files exist. Does not wake an app that records nothing.
  func planLook() {
    // A load first: it costs every action less than an exchange.
    guard !looksSoon.load(ordering: .relaxed), !looksSoon.exchange(true, ordering: .relaxed) else {
      return
    }
    queue.asyncAfter(deadline: .now() + Self.lookInterval) { [weak self] in
      guard let self, !isEnded else { return }
      looksSoon.store(false, ordering: .relaxed)
      reportDeletion()
    }
  }

  /// Reports a deleted log, and once a deleted tail, whose actions are safe only when the log has them.
  func reportDeletion() {
    guard !isEnded else { return }
    if writer.isDeleted {
      report(LogError.deleted(path))
    } else if pool.isDeleted, !tailIsReported {
      tailIsReported = true
      reportFailure(LogError.deleted(pool.path))
    }
  }
}
