import Foundation
import PlayheadInspector
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The stores of a log in a process of their own, which is started when something is asked and replaced when it ends: a store that
/// traps, or a handler that never ends, costs the question and no more.
final class WorkerHost: InspectorHost {
  /// How long a process may be in the midst of an action after Ctrl-C before it is ended.
  private static let patience = Duration.seconds(1)

  private let program: String
  private var task: WorkerTask
  private let log: LogReader
  private let console: Console
  /// Raised when nobody wants the answer any more.
  private let interrupts: InterruptFlag?
  private(set) var worker: WorkerProcess?
  /// What is known of a store's traps, and what was answered, is of one build.
  private var build = SameBuild()
  /// When the present question is canceled; nil for never.
  var deadline: ContinuousClock.Instant?
  /// Gets each action at which a store turns out to trap, and whether that is a branch's.
  var onTrap: (KnownTrap, _ isInBranch: Bool) -> Void = { _, _ in }

  /// The stores of the program's app that recorded `log`.
  init(
    _ program: String, _ log: LogReader, _ task: WorkerTask, on console: Console,
    _ interrupts: InterruptFlag?
  ) {
    (self.program, self.log, self.task) = (program, log, task)
    (self.console, self.interrupts) = (console, interrupts)
    self.task.decodesAhead = true
  }

  /// Makes sure that there is a process; throws ``WorkerError`` if there can be none.
  func start() throws {
    if worker == nil { worker = try begun() }
  }

  /// Goes on with the program as it is now. Throws if it cannot be started; the old process goes on then.
  func restart() throws {
    let old = build
    build = SameBuild()
    do {
      worker = try begun()
      task.decodesAhead = true
    } catch {
      build = old
      throw error
    }
  }

  private func begun() throws -> WorkerProcess {
    let new = try build.require(WorkerProcess(program, under: .usual))
    new.limit = .seconds(WorkerProcess.stepPatience)
    return new
  }

  /// Where a store traps, the question is asked once more with what is known then, unless a part of the answer was given.
  func answer<Asked: Request>(
    to question: Question<Asked>, _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    var question = question
    var given = 0
    var outsideEnds = OutsideEnds()
    while true {
      var seen = 0
      question.task = task
      do {
        return try answerOnce(to: question, onEvent) { part in
          seen += 1
          // If the question is asked once more, its first parts are known.
          guard seen > given else { return }
          given = seen
          try give(part)
        }
      } catch WorkerError.ended(let end) {
        if outsideEnds.includes(end) { continue }
        if end.decodedAhead, task.decodesAhead == true {
          // Without another thread it is known which step's action traps.
          task.decodesAhead = false
        } else {
          try add(end, to: &question, isLast: given > 0)
        }
      }
    }
  }

  /// Adds the trap that ended a process to what is known; throws it if it was known, or `isLast`.
  private func add<Asked: Request>(
    _ end: WorkerEnd, to question: inout Question<Asked>, isLast: Bool
  ) throws {
    guard let trap = end.trap else { throw WorkerError.ended(end).failure(of: log) }
    let isInBranch = end.place?.isInBranch ?? false
    let known = isInBranch ? question.branchTraps : question.traps
    if isInBranch { question.branchTraps.append(trap) } else { question.traps.append(trap) }
    onTrap(trap, isInBranch)
    guard isLast || known.contains(where: { $0.step == trap.step }) else { return }
    throw ReplayError.traps(trap, isInBranch ? nil : try? log.entry(at: trap.step).type)
  }

  private func answerOnce<Asked: Request>(
    to question: Question<Asked>, _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    // What was printed so far belongs before what the app writes.
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
    let cancelling = Cancelling(worker, after: Self.patience)
    var slow = SlowStep()
    worker.whileWaiting = { [interrupts, deadline, total = log.lastStep.number] in
      if interrupts?.isRaised == true || deadline.map({ $0 < .now }) == true { cancelling.begin() }
      try cancelling.check()
      guard let place = worker.place, slow.isLong(place), !cancelling.isBegun else { return }
      try onEvent(
        .progress(.init(work: .replaying, done: place.step.number, total: total))
      )
    }
    // It holds the worker.
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
      // Its process is gone, or the answer that is on its way is nobody's.
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

  /// Shows what the app wrote to standard error, escaped: its stores may write what is in the log.
  private func showOutput(of worker: WorkerProcess) throws {
    let output = worker.takeOutput()
    guard !output.isEmpty else { return }
    let text = output.last == "\n" ? String(output.dropLast()) : output
    try console.printError(StyledText(lines: text))
  }
}

/// A step that takes so long that nothing else says how far the work is.
private struct SlowStep {
  private var step: Step?
  private var start = ContinuousClock.now

  /// Whether the work has been at this place for a while.
  mutating func isLong(_ place: AppliedStep.Place) -> Bool {
    if place.step != step { (step, start) = (place.step, .now) }
    return ContinuousClock.now - start > .milliseconds(500)
  }
}

/// Ends the work on a question: the worker is told, and gets a moment to say that it has stopped.
private final class Cancelling {
  private let worker: WorkerProcess
  private let patience: Duration
  /// When the worker has to have stopped.
  private var end: ContinuousClock.Instant?

  init(_ worker: WorkerProcess, after patience: Duration) {
    (self.worker, self.patience) = (worker, patience)
  }

  var isBegun: Bool { end != nil }

  func begin() {
    guard end == nil else { return }
    worker.cancel()
    end = .now + patience
  }

  /// Throws where the worker has not stopped in time.
  func check() throws {
    guard let end, ContinuousClock.now >= end else { return }
    throw Interruption(
      work: worker.place.map {
        "\($0.store.map { "store '\($0)'" } ?? "a store") at step \($0.step)"
      })
  }

  /// Does `body` while the answer is wanted; an ``Interruption`` begins the end.
  func unlessBegun(_ body: () throws -> Void) throws {
    guard !isBegun else { return }
    do {
      try body()
    } catch is Interruption {
      begin()
    }
  }
}
