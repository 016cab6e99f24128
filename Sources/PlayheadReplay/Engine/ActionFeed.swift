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
  private static let runLength: UInt64 = 512
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
    guard let (chunk, steps) = rest.run.map({ ($0.chunk, $0.steps) }) else { return nil }
    let last = min(Step(steps.lowerBound.number + Self.runLength - 1), steps.upperBound)
    rest.run =
      last < steps.upperBound
      ? ActionRun(chunk: chunk, steps: last.next...steps.upperBound) : nil
    return decoded(ActionRun(chunk: chunk, steps: steps.lowerBound...last))
  }

  private func decoded(_ run: ActionRun) -> ActionRun {
    var run = run
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
    return run
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

enum Processors {
  /// How many threads run at the same time.
  static let count = ProcessInfo.processInfo.activeProcessorCount
}
