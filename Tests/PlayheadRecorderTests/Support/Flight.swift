import Dispatch
import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
@testable import PlayheadRecorder
import PlayheadRepair
import PlayheadReplay
import PlayheadValues
import Synchronization
import Testing

/// A flight recorder on a disk in memory: a sum, actions of random amounts, small pages.
final class Flight {
  static let path = "session.playhead"
  /// Small, so that few actions fill one.
  static let pageLength = 4_096
  static let session = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2))

  let disk: ModelDisk
  let clock: ManualClock
  let recording: Recording
  private let sum: Box<Int>
  /// The amount of each step's action; 0 for the first states.
  private(set) var amounts = [0]
  private var generator: SplitMix64

  init(
    _ keeps: Retention, on disk: ModelDisk = ModelDisk(), clock: ManualClock = ManualClock(),
    seed: UInt64 = 1, change: (inout RecordingOptions) -> Void = { _ in }
  ) throws {
    var options = RecordingOptions(digests: .every(16))
    (options.keeps, options.waits) = (keeps, true)
    change(&options)
    let sum = Box(0)
    (self.disk, self.clock, self.sum) = (disk, clock, sum)
    generator = SplitMix64(seed: seed)
    recording = try Recording(
      to: Self.path, app: "flight", build: "", stores: ["sum"], session: Self.session,
      clock: clock, options: options, on: disk, pageLength: Self.pageLength,
      states: [sum.value])
  }

  /// Dispatches actions of which each takes about 200 bytes that do not compress.
  func act(_ count: Int, _ between: () -> Void = {}) {
    for _ in 0..<count {
      let amount = Int.random(in: 1...1_000, using: &generator)
      let ballast = generator.letters(200)
      amounts.append(amount)
      recording.record(Load(amount: amount, ballast: ballast), changed: { [0] }) {
        sum.change { $0 += amount }
        return [sum.value]
      }
      between()
    }
  }

  /// The numbers of the segments before the newest.
  var olderNumbers: [Int] { Array(Self.numbers(on: disk).dropLast()) }

  /// The numbers of the segments on a disk.
  static func numbers(on disk: ModelDisk) -> [Int] {
    (disk.names(in: "").contains(path) ? [1] : []) + SegmentName.later(of: path, on: disk)
  }
}

extension Flight {
  /// What keeps the dispatching thread from waiting where a segment begins.
  static func goingOn(_ options: inout RecordingOptions) {
    (options.waits, options.digests) = (false, .never)
  }

  /// Dispatches until another segment is to begin, and then, in front of each call to the disk with
  /// which that is done, some more, as an app does that does not wait: see `goingOn(_:)`.
  ///
  /// - Parameter look: Called in front of each call to the disk, before those actions and behind them.
  func changeSegment(_ look: @escaping () -> Void = {}) throws {
    let writer = recording.writer.flusher.writer
    let newest = writer.path
    let (isAlone, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var (hasBegun, hasEnded) = (false, false)
    disk.watch = { [unowned self] in
      guard hasBegun || isSegmentDue else { return }
      // The thread that asked for it is still in its action.
      if !hasBegun { isAlone.wait() }
      hasBegun = true
      look()
      guard !hasEnded else { return }
      // Not on the recorder's own thread, which records nothing.
      let hasActed = DispatchSemaphore(value: 0)
      nonisolated(unsafe) let flight = self
      Thread {
        flight.act(5)
        hasActed.signal()
      }.start()
      hasActed.wait()
      look()
      hasEnded = newest != writer.path
      if hasEnded { isDone.signal() }
    }
    while !isSegmentDue {
      try recording.flush()
      act(1)
    }
    isAlone.signal()
    // Only one that failed takes so long.
    #expect(isDone.wait(timeout: .now() + 30) == .success)
    try recording.flush()
    disk.watch = {}
  }
}

extension Flight {
  /// Whether the flusher was asked to begin another segment, and has not done so.
  private var isSegmentDue: Bool {
    recording.writer.flusher.keeper?.next.load(ordering: .relaxed) == .underWay
  }
}

struct Load: Codable {
  var amount: Int
  var ballast: String
}

/// What a flight recorder has left, held against what was dispatched.
struct Wreck {
  let disk: ModelDisk
  let amounts: [Int]

  init(_ flight: Flight) { (disk, amounts) = (flight.disk.afterKill(), flight.amounts) }

  init(_ disk: ModelDisk, _ amounts: [Int]) { (self.disk, self.amounts) = (disk, amounts) }

  /// Each segment, the oldest first. The newest may have been created and not written yet: then the one before it
  /// goes on.
  func logs() throws -> [LogReader] {
    let folder = try disk.afterKill().files(pageLength: Flight.pageLength)
    return try withExtendedLifetime(folder) {
      var paths = Flight.numbers(on: disk).map { SegmentName.path(of: $0, of: Flight.path) }
      var newest: LogReader?
      while newest == nil, let last = paths.popLast() {
        do {
          newest = try LogReader(path: folder.path(last))
        } catch let error as ReadingError {
          switch error {
          case .empty, .headless: if paths.isEmpty { throw error }
          default: throw error
          }
        }
      }
      return try paths.map { try LogReader(path: folder.path($0)) } + [newest].compactMap(\.self)
    }
  }

  /// The newest segment, after a look that each one follows the one before it.
  func newest(sourceLocation: SourceLocation = #_sourceLocation) throws -> LogReader {
    let logs = try logs()
    for (log, next) in zip(logs, logs.dropFirst()) {
      #expect(log.lastStep >= next.initialStep, sourceLocation: sourceLocation)
      try expect(log, sourceLocation: sourceLocation)
    }
    return try #require(logs.last)
  }

  /// Expects of a log that it has every action from its beginning to its end, and that its states and
  /// digests are those of the session.
  func expect(
    _ log: LogReader, to last: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let problems = try log.verify().problems.filter { problem in
      if case .notClosed = problem { false } else { true }
    }
    #expect(problems == [], "\(log.name)", sourceLocation: sourceLocation)
    var sums: [Int] = []
    for amount in amounts { sums.append((sums.last ?? 0) + amount) }
    let step = try expectActions(of: log)
    #expect(log.lostSteps == [] && step == log.lastStep)
    if let last { #expect(log.lastStep.number == UInt64(last), sourceLocation: sourceLocation) }
    let states = try log.checkpoints()
    #expect(states.contains { $0.step == log.initialStep })
    for checkpoint in states {
      #expect(try checkpoint.trees() == [.int(Int64(sums[Int(checkpoint.step.number)]))])
    }
    for digests in try log.digests() {
      let sum = sums[Int(digests.step.number)]
      #expect(try digests.stores == [CanonicalEncoder().digest(of: sum)], "step \(digests.step)")
    }
  }

  /// Expects that a log's actions are those of the session. Returns the last one's step.
  @discardableResult func expectActions(of log: LogReader) throws -> Step {
    var step = log.initialStep
    for part in log.steps {
      try log.forEachEntry(in: part) { entry in
        step = entry.step
        let amount = try entry.payload().amount ?? -1
        let expected = amounts.indices.contains(Int(step.number)) ? amounts[Int(step.number)] : nil
        #expect(amount == expected, "step \(step)")
      }
    }
    return step
  }
}
