import Foundation
import PlayheadInspector
import PlayheadReading
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The stores of a log in a process of their own. The process starts at the first question, and a new one
/// replaces it when it ends: a trap or an endless handler costs only the question.
final class WorkerHost: InspectorHost {
  /// How long a process may continue an action after Ctrl-C before it is killed.
  private static let cancelGrace = Duration.seconds(1)
  /// How many crashes of an answer to find in the app's code. Each takes a replay and up to some seconds, and many
  /// crashes of one session mostly have one cause.
  private static let mostLocated = 3

  private let program: String
  private var task: WorkerTask
  private let log: LogReader
  private let console: Console
  /// Raised when the answer is no longer wanted.
  private let interrupts: InterruptFlag?
  /// How long a step may take before it counts as never ending.
  private let stepLimit: Duration
  private(set) var worker: WorkerProcess?
  /// Known traps and earlier answers hold for one build only.
  private var build = SameBuild()
  /// The program's file when the last process was started.
  private var file: FileStamp?
  /// When to cancel the current question; `nil` for never.
  var deadline: ContinuousClock.Instant?
  /// How many more crashes of the current answer to find in the app's code.
  private var locatable = 0
  /// Notified of each action at which a store traps.
  var onTrap: (KnownTrap) -> Void = { _ in }

  /// The stores of the program's app that recorded `log`.
  init(
    _ program: String, _ log: LogReader, _ task: WorkerTask, on console: Console,
    _ interrupts: InterruptFlag?, stepLimit: Duration
  ) {
    (self.program, self.log, self.task) = (program, log, task)
    (self.console, self.interrupts, self.stepLimit) = (console, interrupts, stepLimit)
    self.task.decodesAhead = true
  }

  /// Starts a process if none runs. Throws ``WorkerError`` if the system cannot start one.
  func start() throws {
    if worker == nil { worker = try begun() }
  }

  /// Takes over the process of another host, which asks no more. The process opens a log when it is first asked about it.
  func takeOver(_ other: WorkerHost) {
    (worker, build, file) = (other.worker, other.build, other.file)
    other.worker = nil
  }

  /// Replaces the process with one of the program's new build. Returns whether the program's file is another
  /// one than that of the last process. Throws if the new process does not start; the old one stays then.
  func restart() throws -> Bool {
    let (old, oldFile) = (build, file)
    build = SameBuild()
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
    to question: inout Question<Asked>, _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    var task = task
    locatable = Self.mostLocated
    var given = 0
    var outsideEnds = OutsideEnds()
    while true {
      var seen = 0
      question.task = task
      do {
        return try answerOnce(to: question, onEvent) { part in
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
          try add(end, to: &question)
        }
      }
    }
  }

  /// Adds the trap that ended a process to the known traps. Throws the trap if it was known.
  private func add<Asked: Request>(_ end: WorkerEnd, to question: inout Question<Asked>) throws {
    guard var trap = end.trap else { throw WorkerError.ended(end).failure(of: log) }
    let isInBranch = end.place?.isInBranch ?? false
    let known = isInBranch ? question.branchTraps : question.traps
    if locatable > 0, !known.contains(where: { $0.step == trap.step }) {
      locatable -= 1
      let action = question.asking(ActionRequest(of: trap.step), inBranch: isInBranch)
      trap = try locator.locating(trap, by: action)
    }
    if isInBranch { question.branchTraps.append(trap) } else { question.traps.append(trap) }
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
    to question: Question<Asked>, _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    // The output so far belongs before the app's output.
    try console.flush()
    let worker = try ready()
    defer { try? showOutput(of: worker) }
    return try withoutActuallyEscaping(onEvent) {
      try answer(to: question, by: worker, $0, give)
    }
  }

  private func answer<Asked: Request>(
    to question: Question<Asked>, by worker: WorkerProcess,
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
      try worker.ask(question)
      answer = try worker.answer(to: question) { reply in
        guard case .part(let bytes) = reply else { return }
        try cancelling.unlessBegun {
          switch try WorkerCoding.value(Question<Asked>.Message.self, bytes) {
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

  /// Shows the app's standard error, escaped: it may contain text from the log.
  private func showOutput(of worker: WorkerProcess) throws {
    let output = worker.takeOutput()
    guard !output.isEmpty else { return }
    let text = output.last == "\n" ? String(output.dropLast()) : output
    try console.printError(StyledText(lines: text))
  }
}

/// Detects a step so slow that no other progress is reported.
private struct SlowStep {
  private var step: Step?
  private var start = ContinuousClock.now

  /// Whether the work has been at this place for more than half a second.
  mutating func isLong(_ place: AppliedStep.Place) -> Bool {
    if place.step != step { (step, start) = (place.step, .now) }
    return ContinuousClock.now - start > .milliseconds(500)
  }
}

/// Cancels a question: tells the worker, and gives it a moment to confirm.
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
