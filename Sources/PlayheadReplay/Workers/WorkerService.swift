package import PlayheadReading
import PlayheadLog

/// A worker's state between two requests: the log, and the replays of it.
package final class WorkerService {
  /// Opens the log of a task. Returns it with a function that makes its app.
  package typealias Opening = (WorkerTask) throws -> (LogReader, () throws -> any Replayable)

  /// The worker reports its progress after this many steps: often enough to be seen to move.
  private static let stepsPerReport: UInt64 = 1_000
  /// Slow steps are reported after this time, because a silent worker counts as one that never ends.
  private static let longestSilence = Duration.milliseconds(100)

  package let open: Opening
  /// Gets the replies before an answer.
  package var tell: (WorkerReply) throws -> Void = { _ in }
  /// Throws if the answer is no longer wanted.
  package var checkWanted: () throws -> Void = {}
  /// What an answer keeps for the next one about the same log.
  package var kept: (task: WorkerTask, value: AnyObject)?
  /// The replay that is compared with those of other workers.
  var replica: LockStepReplica?
  /// Tries smaller sessions.
  var trials: SessionTrial?

  package init(_ open: @escaping Opening) {
    self.open = { task in
      let (log, makePlayer) = try open(task)
      return (
        log,
        {
          let player = try makePlayer()
          // Decoding ahead would make a trap ambiguous: it might come from any of the decoded steps.
          (player as? DispatcherPlayer)?.decodesAhead = task.decodesAhead
          return player
        }
      )
    }
  }

  /// Opens a log and finds its damaged parts, which are not replayed.
  func openSound(_ task: WorkerTask) throws -> (LogReader, () throws -> any Replayable) {
    let (log, makePlayer) = try open(task)
    try log.findDamage()
    return (log, makePlayer)
  }

  /// Counts the steps of one request, and reports them now and then.
  func counter() -> (Step) throws -> Void {
    var done: UInt64 = 0
    var last = ContinuousClock.now
    return { [tell] _ in
      done += 1
      guard done % Self.stepsPerReport == 0 || ContinuousClock.now - last > Self.longestSilence
      else { return }
      last = .now
      try tell(.working(done))
    }
  }
}
