import Foundation
import PlayheadInspector
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// The stores of a log in a process of their own, which is started when something is asked and replaced where it ends: a store that
/// traps, or a handler that never ends, costs the question and no more.
final class WorkerHost: InspectorHost {
  /// After Ctrl-C, so long is waited for a process that may be in the midst of an action.
  private static let patience = Duration.seconds(1)

  private let task: WorkerTask
  private let log: LogReader
  private let console: Console
  /// Raised when nobody wants the answer any more.
  private let interrupts: InterruptFlag?
  private var worker: WorkerProcess?
  private var program: String
  /// How many questions there were.
  private var count: UInt64 = 0
  /// Is told of each action at which a store turns out to trap, and whether that is a branch's.
  var onTrap: (KnownTrap, _ isInBranch: Bool) -> Void = { _, _ in }

  /// The stores of the program's app that recorded `log`.
  init(
    _ program: String, _ log: LogReader, _ task: WorkerTask, on console: Console,
    _ interrupts: InterruptFlag?
  ) {
    (self.program, self.log, self.task) = (program, log, task)
    (self.console, self.interrupts) = (console, interrupts)
  }

  /// Goes on with the program as it is now. Throws if it cannot be started; the one before goes on then.
  func restart() throws {
    let new = try begun()
    worker?.stop()
    worker = new
  }

  /// Where a store traps, the question is asked once more with what is known then, unless a part of the answer was given.
  func answer(
    to question: Question, _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Data) throws -> Void
  ) throws -> Data {
    var question = question
    while true {
      var isBegun = false
      do {
        return try answerOnce(to: question, onEvent) { part in
          isBegun = true
          try give(part)
        }
      } catch let found as FoundTrap {
        let known = found.isInBranch ? question.branchTraps : question.traps
        let isKnown = known.contains { $0.step == found.trap.step }
        if found.isInBranch {
          question.branchTraps.append(found.trap)
        } else {
          question.traps.append(found.trap)
        }
        onTrap(found.trap, found.isInBranch)
        if isBegun || isKnown { throw ReplayError.traps(found.trap, type(of: found)) }
      }
    }
  }

  private struct FoundTrap: Error {
    let trap: KnownTrap
    let isInBranch: Bool
  }

  private func type(of found: FoundTrap) -> ActionType? {
    found.isInBranch ? nil : try? log.entry(at: found.trap.step).type
  }

  private func answerOnce(
    to question: Question, _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Data) throws -> Void
  ) throws -> Data {
    // What was printed so far belongs before what the app writes.
    try console.flush()
    let worker = try ready()
    defer { try? showOutput(of: worker) }
    count += 1
    let answer: Result<Data, Refusal>
    do {
      try worker.ask(
        .question(try CompactEncoder().encode(question), number: count, about: task))
      answer = try self.answer(of: worker, onEvent, give)
    } catch let error as WorkerError {
      throw self.error(error, worker)
    } catch {
      // The answer that is on its way is nobody's.
      self.worker = nil
      throw error
    }
    return try answer.mapError(\.error).get()
  }

  /// Makes sure that there is a process; throws ``WorkerError`` if there can be none.
  func start() throws {
    if worker == nil { worker = try begun() }
  }

  private func begun() throws -> WorkerProcess {
    let new = try WorkerProcess(program, under: .usual)
    new.limit = .seconds(WorkerProcess.stepPatience)
    return new
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

  private func answer(
    of worker: WorkerProcess, _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Data) throws -> Void
  ) throws -> Result<Data, Refusal> {
    var end: ContinuousClock.Instant?
    func wait() -> (any Error)? {
      if end == nil, interrupts?.isRaised == true {
        worker.cancel(count)
        end = .now + Self.patience
      }
      guard let end, ContinuousClock.now >= end else { return nil }
      return Interruption(
        work: worker.place.map {
          "\($0.store.map { "store '\($0)'" } ?? "a store") at step \($0.step)"
        })
    }
    func unlessCancelled(_ body: () throws -> Void) throws {
      guard end == nil else { return }
      do {
        try body()
      } catch is Interruption {
        worker.cancel(count)
        end = .now + Self.patience
      }
    }
    while true {
      switch try worker.answer(while: wait) {
      case .event(let bytes):
        try unlessCancelled {
          try onEvent(try CompactDecoder().decode(InspectorEvent.self, from: bytes))
        }
      case .part(let bytes): try unlessCancelled { try give(bytes) }
      case .answered(let bytes): return end == nil ? .success(bytes) : .failure(.interrupted)
      case .refused(let bytes):
        return .failure(try CompactDecoder().decode(Refusal.self, from: bytes))
      case .trapped(let step, let reason, let store):
        throw WorkerError.trapped(step: step, reason: reason, store: store)
      default: throw WorkerError.misunderstood
      }
    }
  }

  /// What is thrown where a worker gave no answer.
  private func error(_ error: WorkerError, _ worker: WorkerProcess) -> any Error {
    if case .trapped = error {} else { self.worker = nil }
    let place = worker.lastPlace
    let (reason, kind): (String?, KnownTrap.Kind) =
      switch error {
      case .trapped(_, let reason, _): (reason, .trap)
      case .lost(let reason): (reason, .end)
      case .silent(let time): ("it was waited for \(time.components.seconds) seconds", .silence)
      default: (nil, .end)
      }
    guard let place, let reason else { return error.failure(of: log) }
    let trap = KnownTrap(step: place.step, reason: reason, store: place.store, kind: kind)
    return FoundTrap(trap: trap, isInBranch: place.isInBranch)
  }

  /// Shows what the app wrote to standard error, escaped: its stores may write what is in the log.
  private func showOutput(of worker: WorkerProcess) throws {
    let output = worker.takeOutput()
    guard !output.isEmpty else { return }
    let text = output.last == "\n" ? String(output.dropLast()) : output
    try console.printError(StyledText(lines: text))
  }
}
