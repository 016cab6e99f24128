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
/// Leaves what it cannot read to the log, which reports the fault. `@unchecked` because a lock guards `runs`, and only
/// the thread that applies actions uses `isAtEnd`.
final class ActionFeed: @unchecked Sendable {
  /// Decoding this many takes a hundred times as long as handing them over, which takes some microseconds.
  private static let runLength = 512
  /// How many runs are decoded ahead; bounds the memory.
  private static let runsAhead = 4
  /// Fewer actions are replayed before another thread has begun.
  private static let shortestRun: UInt64 = 1_024

  private let queue = DispatchQueue(label: "playhead.feed")
  /// A lock that the thread sanitizer knows. It guards `runs`.
  private let lock = NSLock()
  private var runs: [ActionRun?] = []
  private let filled = DispatchSemaphore(value: 0)
  // Starts at 0: a semaphore that is released below its initial value stops the program.
  private let space = DispatchSemaphore(value: 0)
  private let isCancelled = Atomic(false)
  private var isAtEnd = false

  /// Starts to read the actions of `steps`; nil if that would be no faster.
  init?(_ log: any ActionSource, _ steps: ClosedRange<Step>, _ actionDecoder: ActionDecoder) {
    guard steps.upperBound.number - steps.lowerBound.number >= Self.shortestRun,
      Processors.count > 1
    else { return nil }
    let readings = log.readings(of: steps)
    for _ in 0..<Self.runsAhead { space.signal() }
    queue.async { [self] in
      var runs = RunReader(actionDecoder)
      for reading in readings where !isCancelled.load(ordering: .relaxed) {
        guard let chunk = reading.read() else { break }
        runs.forEachRun(of: chunk, in: steps, length: Self.runLength) { run in
          space.wait()
          guard !isCancelled.load(ordering: .relaxed) else { return false }
          give(run)
          return true
        }
      }
      give(nil)
    }
  }

  private func give(_ run: ActionRun?) {
    lock.withLock { runs.append(run) }
    filled.signal()
  }

  /// The run that begins with `step`; nil if the caller has to read it.
  func next(at step: Step) -> ActionRun? {
    guard !isAtEnd else { return nil }
    filled.wait()
    let next = lock.withLock { runs.removeFirst() }
    space.signal()
    isAtEnd = next == nil || next?.steps.lowerBound != step
    return isAtEnd ? nil : next
  }

  /// Stops reading, and waits until decoding has ended.
  func stop() {
    isCancelled.store(true, ordering: .relaxed)
    space.signal()
    queue.sync {}
  }
}

/// Splits chunks into runs.
private struct RunReader {
  private var actionDecoder: ActionDecoder

  init(_ actionDecoder: ActionDecoder) { self.actionDecoder = actionDecoder }

  /// Calls `body` with each run until it returns false.
  mutating func forEachRun(
    of chunk: Chunk, in steps: ClosedRange<Step>, length: Int, _ body: (ActionRun) -> Bool
  ) {
    let decoding = RowDecoding(shapes: chunk.shapes)
    let all = chunk.steps.clamped(to: steps)
    var first = all.lowerBound
    while first <= all.upperBound {
      let last = min(all.upperBound, Step(first.number + UInt64(length) - 1))
      var run = ActionRun(chunk: chunk, steps: first...last)
      run.ready.reserveCapacity(length)
      CrashMarker.decodesAhead(true)
      for number in first.number...last.number {
        run.ready.append(ready(LoggedAction(Step(number), of: chunk, decoding)))
      }
      CrashMarker.decodesAhead(false)
      guard body(run) else { return }
      first = last.next
    }
  }

  private mutating func ready(_ action: LoggedAction) -> ReadyAction {
    ReadyAction(
      value: Result { try actionDecoder.read(action) }, draws: Result { try action.draws() })
  }
}

enum Processors {
  /// How many threads run at the same time.
  static let count = ProcessInfo.processInfo.activeProcessorCount
}
