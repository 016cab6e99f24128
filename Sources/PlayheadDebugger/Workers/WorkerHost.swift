import Foundation
import PlayheadInspector
import PlayheadReading
import PlayheadLog
import PlayheadReplay

/// The stores of a log in a process of their own. The process starts at the first question, and a new one
/// replaces it when it ends: a trap or an endless handler costs only the question.
final class WorkerHost: InspectorHost {
  /// How long a process may continue an action after Ctrl-C before it is killed.
  private static let cancelGrace = Duration.seconds(1)
  /// How many crashes of an answer to find in the app's code. Each takes a replay and up to some seconds, and many
  /// crashes of one session mostly have one cause.
  private static let mostLocated = 3

  private let program: String
  private var task: ReplaySpec
  private let log: LogReader
  /// Raised when the answer is no longer wanted.
  private let interrupts: InterruptFlag?
  /// How long a step may take before it counts as never ending.
  private let stepLimit: Duration
  private(set) var worker: WorkerProcess?
  /// Known traps and earlier answers hold for one build only.
  private var build = BuildConsistency()
  /// The program's file when the last process was started.
  private var file: FileStamp?
  /// When to cancel the current question; `nil` for never.
  var deadline: ContinuousClock.Instant?
  /// How many more crashes of the current answer to find in the app's code.
  private var locatable = 0
  /// Gets the app's standard error after each answer. It may contain text from the log.
  var onOutput: (String) -> Void = { _ in }
  /// Notified of each action at which a store traps.
  var onTrap: (KnownCrash) -> Void = { _ in }

  /// The stores of the program's app that recorded `log`.
  init(
    _ program: String, _ log: LogReader, _ task: ReplaySpec,
    _ interrupts: InterruptFlag? = nil, stepLimit: Duration
  ) {
    (self.program, self.log, self.task) = (program, log, task)
    (self.interrupts, self.stepLimit) = (interrupts, stepLimit)
    self.task.decodesAhead = true
  }

  /// Starts a process if none runs. Throws ``WorkerError`` if the system cannot start one.
  func start() throws {
    if worker == nil { worker = try begun() }
  }

  /// Uses the process of another host, which asks no more. The process opens a log when it is first asked about it.
  func adoptProcess(of other: WorkerHost) {
    (worker, build, file) = (other.worker, other.build, other.file)
    other.worker = nil
  }

  /// Replaces the process with one of the program's new build. Returns whether the program's file is another
  /// one than that of the last process. Throws if the new process does not start; the old one stays then.
  func restart() throws -> Bool {
    let (old, oldFile) = (build, file)
    build = BuildConsistency()
    do {
      worker = try begun()
      return file != oldFile
    } catch {
      (build, file) = (old, oldFile)
      throw error
    }
  }

  private func begun() throws -> WorkerProcess {
    file = FileStamp(program)
    let new = try build.require(WorkerProcess(program, under: .usual))
    new.limit = stepLimit
    return new
  }

  /// Answers the question. After a trap, it asks again with the trap known.
  func answer<Asked: Request>(
    to call: inout InspectorCall<Asked>, _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    var task = task
    locatable = Self.mostLocated
    var given = 0
    var outsideEnds = KillRetry()
    while true {
      var seen = 0
      call.task = task
      do {
        return try answerOnce(to: call, onEvent) { part in
          seen += 1
          // A repeated question delivers its first parts again.
          guard seen > given else { return }
          given = seen
          try give(part)
        }
      } catch WorkerError.ended(let end) {
        if outsideEnds.includes(end) { continue }
        if end.decodedAhead, task.decodesAhead {
          // Without the decoding thread, the step of the trap is certain.
          task.decodesAhead = false
        } else {
          try add(end, to: &call)
        }
      }
    }
  }

  /// Adds the trap that ended a process to the known traps. Throws the trap if it was known.
  private func add<Asked: Request>(_ end: WorkerEnd, to call: inout InspectorCall<Asked>) throws {
    guard var trap = end.trap else { throw WorkerError.ended(end).failure(of: log) }
    let isInBranch = end.place?.isInBranch ?? false
    let known = isInBranch ? call.branchTraps : call.traps
    if locatable > 0, !known.contains(where: { $0.step == trap.step }) {
      locatable -= 1
      let action = call.asking(ActionRequest(of: trap.step), inBranch: isInBranch)
      trap = try locator.locating(trap, by: action)
    }
    if isInBranch { call.branchTraps.append(trap) } else { call.traps.append(trap) }
    onTrap(trap)
    guard known.contains(where: { $0.step == trap.step }) else { return }
    throw ReplayError.traps(trap, isInBranch ? nil : try? log.entry(at: trap.step).type)
  }

  private var locator: CrashLocator {
    var locator = CrashLocator(program: program, stepLimit: stepLimit)
    if let interrupts { locator.whileWaiting = { try interrupts.check() } }
    return locator
  }

  private func answerOnce<Asked: Request>(
    to call: InspectorCall<Asked>, _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    let worker = try ready()
    defer {
      let output = worker.takeOutput()
      if !output.isEmpty { onOutput(output.last == "\n" ? String(output.dropLast()) : output) }
    }
    return try withoutActuallyEscaping(onEvent) {
      try answer(to: call, by: worker, $0, give)
    }
  }

  private func answer<Asked: Request>(
    to call: InspectorCall<Asked>, by worker: WorkerProcess,
    _ onEvent: @escaping (InspectorEvent) throws -> Void, _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    let cancelling = Cancelling(worker, after: Self.cancelGrace)
    var slow = SlowStep()
    worker.whileWaiting = { [interrupts, deadline, total = log.lastStep.number] in
      if interrupts?.isRaised == true || deadline.map({ $0 < .now }) == true { cancelling.begin() }
      try cancelling.check()
      guard let place = worker.place, slow.isLong(place), !cancelling.isBegun else { return }
      try onEvent(
        .progress(.init(work: .replaying, done: place.step.number, total: total))
      )
    }
    // The closure holds the worker.
    defer { worker.whileWaiting = {} }
    let answer: Asked.Answer
    do {
      try worker.ask(call)
      answer = try worker.answer(to: call) { reply in
        guard case .part(let bytes) = reply else { return }
        try cancelling.unlessBegun {
          switch try WorkerCoding.value(InspectorCall<Asked>.Message.self, bytes) {
          case .event(let event): try onEvent(event)
          case .part(let part): try give(part)
          }
        }
      }
    } catch WorkerError.failed(let failure) {
      throw failure.error
    } catch {
      // The process has ended, or its next message is the answer to this question.
      self.worker = nil
      switch error {
      case WorkerError.ended: throw error
      case let error as WorkerError: throw error.failure(of: log)
      case is DecodingError: throw WorkerError.misunderstood.failure(of: log)
      default: throw error
      }
    }
    if cancelling.isBegun { throw Interruption() }
    return answer
  }

  private func ready() throws -> WorkerProcess {
    do {
      let ready = try worker ?? begun()
      worker = ready
      return ready
    } catch let error as WorkerError {
      throw error.failure(of: log)
    }
  }
}

/// Detects a step so slow that no other progress is reported.
private struct SlowStep {
  private var step: Step?
  private var start = ContinuousClock.now

  /// Whether the work has been at this place for more than half a second.
  mutating func isLong(_ place: CrashMarker.Location) -> Bool {
    if place.step != step { (step, start) = (place.step, .now) }
    return ContinuousClock.now - start > .milliseconds(500)
  }
}

/// Cancels a question: sends that to the worker, and gives it a moment to confirm.
private final class Cancelling {
  private let worker: WorkerProcess
  private let grace: Duration
  /// The worker's deadline to stop.
  private var end: ContinuousClock.Instant?

  init(_ worker: WorkerProcess, after grace: Duration) {
    (self.worker, self.grace) = (worker, grace)
  }

  var isBegun: Bool { end != nil }

  func begin() {
    guard end == nil else { return }
    worker.cancel()
    end = .now + grace
  }

  /// Throws ``Interruption`` if the worker has not stopped in time.
  func check() throws {
    guard let end, ContinuousClock.now >= end else { return }
    throw Interruption(
      work: worker.place.map {
        "\($0.store.map { "store '\($0)'" } ?? "a store") at step \($0.step)"
      })
  }

  /// Runs `body` unless the question is canceled. An ``Interruption`` in it cancels the question.
  func unlessBegun(_ body: () throws -> Void) throws {
    guard !isBegun else { return }
    do {
      try body()
    } catch is Interruption {
      begin()
    }
  }
}
