package import PlayheadReading
import PlayheadLog

/// A worker's state between two requests: the log, and the replays of it.
package final class WorkerContext {
  /// Opens the log of a task. Returns it with a function that makes its app.
  package typealias Opening = (ReplaySpec) throws -> (LogReader, () throws -> any Replayable)

  /// The worker reports its progress after this many steps: often enough to be seen to move.
  private static let stepsPerReport: UInt64 = 1_000
  /// Slow steps are reported after this time, because a silent worker counts as one that never ends.
  private static let longestSilence = Duration.milliseconds(100)

  package let open: Opening
  /// Gets the replies before an answer.
  package var send: (WorkerReply) throws -> Void = { _ in }
  /// Throws if the answer is no longer wanted.
  package var checkCancelled: () throws -> Void = {}
  /// How replays keep states.
  package var policy = CheckpointPolicy()
  /// What an answer keeps for the next one about the same log.
  package var cached: (task: ReplaySpec, value: AnyObject)?
  /// The replay that is compared with those of other workers.
  var replica: Replica?
  /// Gets every step of a request, instead of reports now and then.
  var onStep: ((Step) throws -> Void)?
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
          player.dispatcherPlayer?.decodesAhead = task.decodesAhead
          return player
        }
      )
    }
  }

  /// Opens a log and finds its damaged parts, which are not replayed.
  func openSound(_ task: ReplaySpec) throws -> (LogReader, () throws -> any Replayable) {
    let (log, makePlayer) = try open(task)
    try log.findDamage()
    try log.requireMemory()
    return (log, makePlayer)
  }

  /// Counts the steps of one request, and reports them now and then.
  func counter() -> (Step) throws -> Void {
    if let onStep { return onStep }
    var done: UInt64 = 0
    var last = ContinuousClock.now
    return { [send] _ in
      done += 1
      guard done % Self.stepsPerReport == 0 || ContinuousClock.now - last > Self.longestSilence
      else { return }
      last = .now
      try send(.working(done))
    }
  }
}
