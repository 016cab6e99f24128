import Dispatch
import Foundation
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadValues
import Synchronization

/// An action that was decoded before its turn.
struct ReadyAction {
  /// The action as a value of this build, nil if it is left out; or why it cannot be decoded.
  let value: Result<(any Action)?, any Error>
  /// The values that the stores drew, or why those cannot be read.
  let draws: Result<[Draw], any Error>
}

/// Consecutive actions of one chunk.
struct ActionRun {
  let chunk: Chunk
  let steps: ClosedRange<Step>
  /// In the order of `steps`; empty if no action was decoded ahead.
  var ready: [ReadyAction] = []
}

/// Reads and decodes actions on another thread, before they are applied.
///
/// Leaves what it cannot read to the log, which reports the fault. `@unchecked` because a lock guards `runs`, only the
/// queue uses `rest` and `decoder`, and only the thread that applies actions uses `isAtEnd`.
final class ActionFeed: @unchecked Sendable {
  /// Decoding this many takes a hundred times as long as handing them over, which takes some microseconds.
  private static let runLength = 512
  /// How many runs are decoded ahead; bounds the memory.
  private static let runsAhead = 4
  /// Fewer actions are replayed before another thread has begun.
  static let shortestRun: UInt64 = 1_024

  private let queue = DispatchQueue(label: "playhead.feed")
  /// A lock that the thread sanitizer knows. It guards `runs`.
  private let lock = NSLock()
  private var runs: [ActionRun?] = []
  private let filled = DispatchSemaphore(value: 0)
  private let isCancelled = Atomic(false)
  private var isAtEnd = false
  private var decoder: ActionDecoder
  /// The chunks that were not read, and the actions of the last one that were not decoded.
  private var rest: (readings: ArraySlice<ChunkReading>, run: ActionRun?)
  private let steps: ClosedRange<Step>

  /// Starts to read the actions of `steps`; nil if that would be no faster.
  init?(_ log: any ActionSource, _ steps: ClosedRange<Step>, _ actionDecoder: ActionDecoder) {
    guard steps.upperBound.number - steps.lowerBound.number >= Self.shortestRun,
      Processors.count > 1
    else { return nil }
    (self.steps, decoder, rest) = (steps, actionDecoder, (log.readings(of: steps)[...], nil))
    for _ in 0..<Self.runsAhead { decodeNext() }
  }

  private func decodeNext() {
    queue.async { [self] in
      let run = isCancelled.load(ordering: .relaxed) ? nil : nextRun()
      lock.withLock { runs.append(run) }
      filled.signal()
    }
  }

  /// The next actions, decoded; nil at the end, or if they cannot be read.
  private func nextRun() -> ActionRun? {
    if rest.run == nil {
      guard let chunk = rest.readings.popFirst()?.read() else {
        rest.readings = []
        return nil
      }
      rest.run = ActionRun(chunk: chunk, steps: chunk.steps.clamped(to: steps))
    }
    guard var run = rest.run else { return nil }
    let (first, end) = (run.steps.lowerBound, run.steps.upperBound)
    let last = min(Step(first.number + UInt64(Self.runLength) - 1), end)
    rest.run = last < end ? ActionRun(chunk: run.chunk, steps: last.next...end) : nil
    run = ActionRun(chunk: run.chunk, steps: first...last)
    decode(&run)
    return run
  }

  private func decode(_ run: inout ActionRun) {
    let decoding = RowDecoding(shapes: run.chunk.shapes)
    run.ready.reserveCapacity(run.steps.count)
    CrashMarker.decodesAhead(true)
    for number in run.steps.lowerBound.number...run.steps.upperBound.number {
      let action = LoggedAction(Step(number), of: run.chunk, decoding)
      run.ready.append(
        ReadyAction(
          value: Result { try decoder.read(action) }, draws: Result { try action.draws() }))
    }
    CrashMarker.decodesAhead(false)
  }

  /// The run that begins with `step`; nil if the caller has to read it.
  func next(at step: Step) -> ActionRun? {
    guard !isAtEnd else { return nil }
    filled.wait()
    let next = lock.withLock { runs.removeFirst() }
    isAtEnd = next == nil || next?.steps.lowerBound != step
    if !isAtEnd { decodeNext() }
    return isAtEnd ? nil : next
  }

  /// Stops reading, and waits until decoding has ended.
  func stop() {
    isCancelled.store(true, ordering: .relaxed)
    queue.sync {}
  }
}

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

enum Processors {
  /// How many threads run at the same time.
  static let count = ProcessInfo.processInfo.activeProcessorCount
}
