import PlayheadLog
import PlayheadReading
import PlayheadValues

/// Reads the actions after one another for a replay that goes step by step, the next ones ahead after many in a row.
final class StepReader {
  private var run: ActionRun?
  private var decoding: RowDecoding?
  private var feed: ActionFeed?
  /// The step after the last one that was read, and how many were read in a row.
  private var (next, streak) = (Step?.none, UInt64(0))
  /// The most actions that are read at once at first.
  private static let shortestRun: UInt64 = 16

  deinit { feed?.stop() }

  /// The action at `step`, from which there is no gap up to `end`.
  func action(
    at step: Step, upTo end: Step, of log: any ActionSource, _ decoder: ActionDecoder?
  ) throws -> LoggedAction {
    if step != next { stop() }
    if run?.steps.contains(step) != true { try read(from: step, upTo: end, of: log, decoder) }
    guard let run, let decoding else { throw ReplayError.noState(step: step) }
    (next, streak) = (step.next, streak + 1)
    let place = Int(step.number - run.steps.lowerBound.number)
    return LoggedAction(
      step, of: run.chunk, decoding, ready: run.ready.isEmpty ? nil : run.ready[place])
  }

  /// Forgets what was read.
  func stop() {
    feed?.stop()
    (feed, run, decoding, next, streak) = (nil, nil, nil, nil, 0)
  }

  private func read(
    from step: Step, upTo end: Step, of log: any ActionSource, _ decoder: ActionDecoder?
  ) throws {
    if feed == nil, streak >= ActionFeed.shortestRun, let decoder {
      feed = ActionFeed(log, step...end, decoder)
    }
    if let ready = feed?.next(at: step) {
      run = ready
      log.cache(ready.chunk)
    } else {
      feed?.stop()
      feed = nil
      // The more actions were read in a row, the more will be.
      let count = min(max(2 * streak, Self.shortestRun), ActionFeed.shortestRun)
      let last = min(end, Step(step.number + count - 1))
      let chunk = try log.chunk(holding: step, through: last)
      run = ActionRun(chunk: chunk, steps: step...min(last, chunk.steps.upperBound))
    }
    decoding = run.map { RowDecoding(shapes: $0.chunk.shapes) }
  }
}
