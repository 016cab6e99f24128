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
      var decoder = actionDecoder
      for reading in readings {
        guard let chunk = reading.read() else { break }
        let (decoding, all) = (RowDecoding(shapes: chunk.shapes), chunk.steps.clamped(to: steps))
        let end = all.upperBound.number
        for first in stride(from: all.lowerBound.number, through: end, by: Self.runLength) {
          space.wait()
          guard !isCancelled.load(ordering: .relaxed) else { return give(nil) }
          let last = min(first + UInt64(Self.runLength) - 1, end)
          give(Self.run(of: chunk, Step(first)...Step(last), decoding, &decoder))
        }
      }
      give(nil)
    }
  }

  /// Decodes actions of a chunk.
  private static func run(
    of chunk: Chunk, _ steps: ClosedRange<Step>, _ decoding: RowDecoding,
    _ decoder: inout ActionDecoder
  ) -> ActionRun {
    var run = ActionRun(chunk: chunk, steps: steps)
    run.ready.reserveCapacity(steps.count)
    CrashMarker.decodesAhead(true)
    for number in steps.lowerBound.number...steps.upperBound.number {
      let action = LoggedAction(Step(number), of: chunk, decoding)
      run.ready.append(
        ReadyAction(
          value: Result { try decoder.read(action) }, draws: Result { try action.draws() }))
    }
    CrashMarker.decodesAhead(false)
    return run
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

enum Processors {
  /// How many threads run at the same time.
  static let count = ProcessInfo.processInfo.activeProcessorCount
}
