import PlayheadFiles
package import PlayheadLog

/// The state of a worker between two requests: the log, and the replays of it.
package final class WorkerService {
  /// Opens the log of a task; gives what makes its app.
  package typealias Opening = (WorkerTask) throws -> (LogReader, () throws -> any Replayable)

  /// The worker reports its progress after this many steps: often enough to be seen to move.
  private static let stepsPerReport: UInt64 = 1_000
  /// Where steps take long, it reports after this time: a silent worker is taken for one that never ends.
  private static let longestSilence = Duration.milliseconds(100)

  /// Opens logs.
  package let open: Opening
  /// Gets what the worker says on the way to an answer.
  package var tell: (WorkerReply) throws -> Void = { _ in }
  /// Throws if nobody wants the answer any more.
  package var checkWanted: () throws -> Void = {}
  /// What an answer leaves for the next one about the same log.
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
          // Unless the step that traps may be any of those that are decoded.
          (player as? DispatcherPlayer)?.decodesAhead = task.decodesAhead ?? false
          return player
        }
      )
    }
  }

  /// Opens a log of which damaged parts are not replayed, and do not count.
  func openSound(_ task: WorkerTask) throws -> (LogReader, () throws -> any Replayable) {
    let (log, makePlayer) = try open(task)
    try log.findDamage()
    return (log, makePlayer)
  }

  /// Counts steps for one request, and reports them now and then.
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
