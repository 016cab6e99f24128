import Foundation
import Synchronization
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay

/// Asks an inspector, one question after the other, on a thread of its own: an answer may take minutes, and neither the
/// server's thread nor those of Swift's tasks may wait for it.
actor Answerer {
  /// Tasks that ask begin on it too, so that none waits for a thread of others.
  nonisolated let thread: SerialThread
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private let path: String
  private let decoding: DecodingPolicy
  private let connect: @Sendable () throws -> (any Connection)?
  private var followed: FollowedLog
  private var connection: (any Connection)?
  /// The inspector of the newest version of the log.
  private var inspector: Inspector?
  /// The newest version of the log, until it has an inspector.
  private var waiting: LogReader?
  /// Why the log cannot be followed any more.
  private var failure: (any Error)?

  /// Makes a connection to the stores with `connect`, at the first question.
  init(
    _ path: String, _ decoding: DecodingPolicy,
    _ connect: @escaping @Sendable () throws -> (any Connection)?
  ) {
    thread = SerialThread(named: "playhead-answers")
    (self.path, self.decoding, self.connect) = (path, decoding, connect)
    followed = FollowedLog(path)
  }

  /// Sends the lines of an answer: events and parts, and at the end the answer or the error.
  func answer(_ question: Question, to outbox: Outbox) {
    defer { outbox.finish() }
    do {
      try outbox.send(Reply.head(200, "application/x-ndjson", .chunked))
      do {
        try answer(question.request, question.edits, to: outbox)
      } catch let error where !(error is CancellationError || error is Interruption) {
        try outbox.send(Self.line("error", AnswerError(error)))
      }
      try outbox.send(Reply.lastChunk)
    } catch {
      // Nobody wants the answer any more.
    }
  }

  private func answer<R: Request>(
    _ request: R, _ edits: [BranchEdit], to outbox: Outbox
  ) throws {
    let inspector = try currentInspector()
    var progress = RareProgress()
    inspector.onEvent = { event in
      if progress.reports(event) { try outbox.send(Self.line("event", event)) }
    }
    defer { inspector.onEvent = { _ in } }
    try inspector.enter(edits)
    let answer = try inspector.ask(request) { try outbox.send(Self.line("part", $0)) }
    try outbox.send(Self.line("answer", answer))
  }

  private static func line(_ name: String, _ value: some Encodable) throws -> [UInt8] {
    try Reply.chunk(json(of: [name: value]) + Array("\n".utf8))
  }

  /// The inspector of the newest version of the log. Crashes of stores are known from the version before.
  private func currentInspector() throws -> Inspector {
    if let failure { throw failure }
    do {
      waiting = try followed.look() ?? waiting
    } catch let error as FollowedLog.Fault {
      // What is there by now is another session than the page shows.
      failure = error
      throw error
    }
    if let log = waiting {
      inspector = try makeInspector(of: log)
      waiting = nil
    }
    guard let inspector else { throw ReadingError.missing(path: path) }
    return inspector
  }

  private func makeInspector(of log: LogReader) throws -> Inspector {
    connection = try connection ?? connect()
    let new: Inspector
    if let connection {
      new = try Inspector(log, storesAt: connection, decoding: decoding)
    } else {
      new = Inspector(log)
    }
    new.knownCrashes = inspector?.knownCrashes ?? []
    return new
  }
}

/// Lets through all events but progress that follows other progress too soon.
private struct RareProgress {
  /// Often enough to be seen to move.
  private static let interval = Duration.milliseconds(100)

  private var last = ContinuousClock.now

  mutating func reports(_ event: InspectorEvent) -> Bool {
    guard case .progress = event else { return true }
    let now = ContinuousClock.now
    guard now - last >= Self.interval else { return false }
    last = now
    return true
  }
}

/// A thread that does an actor's work.
final class SerialThread: SerialExecutor, TaskExecutor {
  /// That of a main thread: states may be nested deeply.
  private static let stackSize = 8 << 20

  private let jobs = JobQueue()

  init(named name: String) {
    let thread = Thread { [jobs] in while let job = jobs.next() { job() } }
    (thread.name, thread.stackSize) = (name, Self.stackSize)
    thread.start()
  }

  deinit { jobs.end() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.add { [serial = asUnownedSerialExecutor(), task = asUnownedTaskExecutor()] in
      job.runSynchronously(isolatedTo: serial, taskExecutor: task)
    }
  }
}

/// What a ``SerialThread`` has to do, in order.
private final class JobQueue: Sendable {
  private let jobs = Mutex<[@Sendable () -> Void]>([])
  /// Counts the jobs, and the end as one more.
  private let count = DispatchSemaphore(value: 0)

  func add(_ job: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  func end() { count.signal() }

  /// Waits for the next job; nil at the end.
  func next() -> (@Sendable () -> Void)? {
    count.wait()
    return jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
