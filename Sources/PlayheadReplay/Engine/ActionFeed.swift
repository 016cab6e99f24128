import Dispatch
import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadValues
import Synchronization

/// An action that was decoded before its turn.
struct ReadyAction {
  /// The action as this build has it, nil if it is left out; or why it cannot be had.
  let value: Result<(any Action)?, any Error>
  /// What the stores drew, or why that cannot be read.
  let draws: Result<[Draw], any Error>
}

/// Some actions of one chunk that follow each other.
struct ActionRun {
  let chunk: Chunk
  let steps: ClosedRange<Step>
  /// In the same order; empty if none was decoded ahead.
  var ready: [ReadyAction] = []
}

/// Reads and decodes actions on another thread, ahead of their application.
///
/// Whatever it cannot read is left to the log, which reports the fault. Unchecked, because `isAtEnd` belongs to the thread
/// that applies.
final class ActionFeed: @unchecked Sendable {
  /// Decoding so many actions takes a hundred times as long as handing them over, some microseconds.
  private static let runLength = 512
  /// How many runs are decoded ahead, so that memory stays bounded.
  private static let runsAhead = 4
  /// A way as short as this is replayed before another thread has begun.
  private static let shortestWay: UInt64 = 1_024

  private let queue = DispatchQueue(label: "playhead.feed")
  private let runs = Mutex<[ActionRun?]>([])
  private let filled = DispatchSemaphore(value: 0)
  // Begins with 0: a semaphore that is released below its initial value stops the program.
  private let space = DispatchSemaphore(value: 0)
  private let isCancelled = Atomic(false)
  private var isAtEnd = false

  /// Begins to read the actions of `steps`; nil where that would be no faster.
  init?(_ log: LogReader, _ steps: ClosedRange<Step>, _ maker: ActionMaker) {
    guard steps.upperBound.number - steps.lowerBound.number >= Self.shortestWay,
      Processors.count > 1
    else { return nil }
    let readings = log.readings(of: steps)
    for _ in 0..<Self.runsAhead { space.signal() }
    queue.async { [self] in
      var reader = RunReader(maker)
      for decoding in readings where !isCancelled.load(ordering: .relaxed) {
        guard let chunk = decoding.read() else { break }
        reader.forEachRun(of: chunk, in: steps, length: Self.runLength) { run in
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
    runs.withLock { $0.append(run) }
    filled.signal()
  }

  /// The run that begins with `step`; nil if it has to be read in another way.
  func next(at step: Step) -> ActionRun? {
    guard !isAtEnd else { return nil }
    filled.wait()
    let next = runs.withLock { $0.removeFirst() }
    space.signal()
    isAtEnd = next == nil || next?.steps.lowerBound != step
    return isAtEnd ? nil : next
  }

  /// Stops reading, and waits until nothing more is decoded.
  func stop() {
    isCancelled.store(true, ordering: .relaxed)
    space.signal()
    queue.sync {}
  }
}

/// Makes runs of chunks.
private struct RunReader {
  private var maker: ActionMaker

  init(_ maker: ActionMaker) { self.maker = maker }

  /// Gives the runs to `body` until it is false.
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
      AppliedStep.decodesAhead(true)
      for number in first.number...last.number {
        run.ready.append(ready(LoggedAction(Step(number), of: chunk, decoding)))
      }
      AppliedStep.decodesAhead(false)
      guard body(run) else { return }
      first = last.next
    }
  }

  private mutating func ready(_ action: LoggedAction) -> ReadyAction {
    ReadyAction(
      value: Result { try maker.read(action) }, draws: Result { try action.draws() })
  }
}

/// How much can be done at once.
enum Processors {
  /// How many threads run at the same time.
  static let count = ProcessInfo.processInfo.activeProcessorCount
}
