import PlayheadLog
package import PlayheadReading
package import PlayheadReplay

/// An app's stores in a child process. The process starts at the first question, and a new one
/// replaces it when it ends: a crash or an endless handler costs only the question.
package final class ChildProcessConnection: Connection {
  /// How long a process may continue an action after Ctrl-C before it is killed.
  private static let cancelGrace = Duration.seconds(1)
  /// How many crashes of an answer to find in the app's code. Each takes a replay and up to some seconds, and many
  /// crashes of one session mostly have one cause.
  private static let mostLocated = 3

  package var app: AppEntry? { nil }
  package var program: WorkerProgram? { workers }
  private(set) var workers: WorkerProgram
  /// The process that reads logs without stores.
  private var slot: WorkerSlot?
  /// The processes of the last check, and how many of its replays have fresh hash seeds.
  private var checking: (pool: WorkerPool, runs: Int)?
  /// The processes of the last comparison, with the path of the other build and whether they keep all changes.
  private var comparing: (pair: BuildPair, path: String, keepsDiffs: Bool)?
  private let interrupts: InterruptFlag?
  private(set) var worker: WorkerProcess?
  /// The program's file when the last process was started.
  private var file: FileStamp?
  package var deadline: ContinuousClock.Instant?
  /// How many more crashes of the current answer to find in the app's code.
  private var locatable = 0
  /// Gets the app's standard error after each answer. It may contain text from the log.
  package var onOutput: (String) -> Void = { _ in }
  /// Notified of each action at which a store traps.
  package var onTrap: (KnownCrash) -> Void = { _ in }

  /// The stores of the program at this path. When `interrupts` is raised, an unfinished answer is canceled. A process that
  /// reaches no new step within `stepLimit` counts as one that never ends.
  package init(
    _ path: String, _ interrupts: InterruptFlag? = nil,
    stepLimit: Duration = WorkerProcess.stepLimit
  ) {
    self.interrupts = interrupts
    workers = WorkerProgram(path, interrupts, stepLimit: stepLimit)
  }

  /// Starts a process if none runs. Throws ``WorkerError`` if the system cannot start one.
  package func start() throws { _ = try ready() }

  /// Replaces the process with one of the program's new build. Returns whether the program's file is another
  /// one than that of the last process. Throws if the new process does not start; the old one stays then.
  package func restart() throws -> Bool {
    let (new, newFile) = (workers.renewed(), FileStamp(workers.path))
    worker = try new.start()
    (workers, slot, checking, comparing) = (new, nil, nil, nil)
    defer { file = newFile }
    return file != newFile
  }

  private func ready() throws -> WorkerProcess {
    if let worker { return worker }
    file = FileStamp(workers.path)
    let started = try workers.start()
    worker = started
    return started
  }

  // MARK: Several processes

  package func pool(runs: Int) throws -> WorkerPool {
    if let checking, checking.runs == runs { return checking.pool }
    let pool = try WorkerPool(workers, runs: runs)
    try pool.ensureRunning()
    checking = (pool, runs)
    return pool
  }

  package func check(
    _ log: LogReader, _ spec: ReplaySpec, runs: Int, onSteps: @escaping (UInt64) throws -> Void
  ) throws -> CheckedReplays {
    let pool = try pool(runs: runs)
    let finding = try CrashLocator(workers).locating(in: spec) {
      try pool.check(spec, log, onSteps: onSteps)
    }
    return (finding, WorkerPool.count(runs: runs), pool.uncontrolled)
  }

  package func compare(
    _ log: LogReader, _ spec: ReplaySpec, with baseline: AppExecutable, keepsDiffs: Bool,
    onSteps: @escaping (UInt64) throws -> Void
  ) throws -> ComparedBuilds {
    try pair(with: baseline, keepsDiffs: keepsDiffs).result(on: spec, log, onSteps: onSteps)
  }

  private func pair(with baseline: AppExecutable, keepsDiffs: Bool) -> BuildPair {
    if let comparing, comparing.path == baseline.path, comparing.keepsDiffs == keepsDiffs {
      return comparing.pair
    }
    let old = baseline.program(interrupts, stepLimit: workers.stepLimit)
    let new = WorkerProgram(
      workers.path, interrupts, stepLimit: workers.stepLimit,
      startLimit: AppExecutable.startLimit)
    let pair = BuildPair(old: old, new: new, keepsDiffs: keepsDiffs)
    comparing = (pair, baseline.path, keepsDiffs)
    return pair
  }

  package func compatibility(
    of log: LogReader, _ spec: ReplaySpec, onSteps: (UInt64) throws -> Void
  ) throws -> Compatibility {
    // The other process finds damage too, and says nothing of it.
    try log.findDamage()
    let slot = slot ?? workers.slot()
    self.slot = slot
    let task = CompatibilityTask(spec)
    return try KillRetry.retrying {
      try slot.ensureRunning()
      try slot.ask(task)
      return try slot.answer(to: task, onSteps: onSteps)
    }
  }

  // MARK: Answers

  /// Answers the question. After a trap, it asks again with the trap known.
  package func answer<Asked: Request>(
    to call: inout InspectorCall<Asked>, about log: LogReader,
    _ onEvent: (InspectorEvent) throws -> Void,
    _ give: (Asked.Part) throws -> Void
  ) throws -> Asked.Answer {
    let decodesAhead = call.task.decodesAhead
    defer { call.task.decodesAhead = decodesAhead }
    locatable = Self.mostLocated
    var given = 0
    var outsideEnds = KillRetry()
    while true {
      var seen = 0
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
        if end.decodedAhead, call.task.decodesAhead {
          // Without the decoding thread, the step of the trap is certain.
          call.task.decodesAhead = false
        } else {
          try add(end, to: &call)
        }
      }
    }
  }

  /// Adds the trap that ended a process to the known traps. Throws the trap if it was known.
  private func add<Asked: Request>(_ end: WorkerEnd, to call: inout InspectorCall<Asked>) throws {
    guard var trap = end.trap else { throw WorkerError.ended(end) }
    let isInBranch = end.place?.isInBranch ?? false
    let known = isInBranch ? call.branchTraps : call.traps
    if locatable > 0, !known.contains(where: { $0.step == trap.step }) {
      locatable -= 1
      let action = call.asking(ActionRequest(of: trap.step), inBranch: isInBranch)
      trap = try CrashLocator(workers).locating(trap, by: action)
    }
    if isInBranch { call.branchTraps.append(trap) } else { call.traps.append(trap) }
    onTrap(trap)
    guard known.contains(where: { $0.step == trap.step }) else { return }
    throw ReplayError.traps(trap, nil)
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
    // When a canceled worker is killed; nil before.
    var end: ContinuousClock.Instant?
    func cancel() {
      guard end == nil else { return }
      worker.cancel()
      end = .now + Self.cancelGrace
    }
    var slow = SlowStep()
    worker.whileWaiting = { [interrupts, deadline] in
      let isOver = deadline.map { $0 < .now } ?? false
      if isOver || interrupts?.isRaised == true || Task.isCancelled { cancel() }
      if let end, end <= .now { throw Interruption(work: worker.place?.words) }
      guard end == nil, let place = worker.place, slow.isLong(place) else { return }
      try onEvent(.progress(.init(work: .replaying, done: place.step.number, total: 0)))
    }
    // The closure holds the worker.
    defer { worker.whileWaiting = {} }
    let answer: Asked.Answer
    do {
      try worker.ask(call)
      answer = try worker.answer(to: call) { reply in
        guard end == nil, case .part(let bytes) = reply else { return }
        do {
          switch try WorkerCoding.value(InspectorCall<Asked>.Message.self, bytes) {
          case .event(let event): try onEvent(event)
          case .parts(let parts): for part in parts { try give(part) }
          }
        } catch is Interruption {
          cancel()
        }
      }
    } catch WorkerError.failed(let failure) {
      throw failure.error
    } catch {
      // The process has ended, or its next message is the answer to this question.
      self.worker = nil
      throw error is DecodingError ? WorkerError.misunderstood : error
    }
    if end != nil { throw Interruption() }
    return answer
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

extension CrashMarker.Location {
  /// The work there, as a part of a sentence.
  fileprivate var words: String { "\(store.map { "store '\($0)'" } ?? "a store") at step \(step)" }
}
