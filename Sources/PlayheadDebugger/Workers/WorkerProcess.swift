import Foundation
package import PlayheadReplay

/// A worker in a process of its own: a child of this one, of the same program or another build of it.
package final class WorkerProcess: WorkerChannel {
  /// A program that says nothing for so many seconds is none that knows what a worker is.
  static let patience = 20

  /// A step that takes longer than so many seconds is taken for one that never ends, if nobody says.
  package static let stepPatience = 60

  /// One that is ending is given a moment to have done so by itself: so many milliseconds.
  private static let moment = 20

  /// What there is of a process as long as it lives.
  private struct Running {
    let process: pid_t
    let pipe: MessagePipe
    let memory: SharedMemory
    let output: CapturedOutput
  }

  private let program: String
  private let setting: ProcessSetting
  private let patience: Int
  private let register: ProcessRegister?
  private var running: Running?
  /// Whether the last one trapped: another takes its place, which knows of no log.
  private var hasTrapped = false
  /// When it was asked, or said something.
  private var last = ContinuousClock.now
  /// How long it may say nothing while it is to answer; nil for as long as it takes.
  package var limit: Duration?
  /// What it said first.
  private(set) var greeting: WorkerGreeting
  /// What the last process was handling when it ended; nil if it was between two actions.
  private(set) var lastPlace: AppliedStep.Place?
  /// What the app wrote to standard error since that was last asked for.
  private var written = ""

  /// Starts `program` as a worker, with this environment, and waits for its greeting, so many seconds. The
  /// process is entered in `register`, from where it can be ended.
  init(
    _ program: String, _ setting: ProcessSetting, patience: Int = WorkerProcess.patience,
    register: ProcessRegister? = nil
  ) throws {
    (self.program, self.setting, self.patience) = (program, setting, patience)
    self.register = register
    (running, greeting) = try Self.begin(program, setting, patience, register)
  }

  private static func begin(
    _ program: String, _ setting: ProcessSetting, _ patience: Int, _ register: ProcessRegister?
  ) throws -> (Running, WorkerGreeting) {
    guard let memory = SharedMemory(), let output = CapturedOutput() else {
      throw WorkerError.notStarted(reason: String(cString: strerror(errno)), isLimit: true)
    }
    let (process, pipe) = try start(program, setting, memory, output)
    do {
      guard register?.enter(process) ?? true else {
        throw WorkerError.lost(reason: "there are to be no more")
      }
      let greeting = try pipe.receive(
        WorkerGreeting.self, until: .now + .seconds(patience))
      let version = greeting.version
      guard version == MessagePipe.version else { throw WorkerError.otherVersion(version) }
      return (Running(process: process, pipe: pipe, memory: memory, output: output), greeting)
    } catch {
      register?.leave(process)
      end(process, isEnding: error is PipeClosed)
      if let error = error as? WorkerError { throw error }
      throw WorkerError.notStarted(reason: "'\(program)' does not answer as a worker")
    }
  }

  /// Starts `program` as a worker under these conditions, as far as this system can bring them about.
  package convenience init(_ program: String, under conditions: RunConditions) throws {
    try self.init(program, under: conditions, register: nil)
  }

  /// The same, entered in `register`.
  convenience init(
    _ program: String, under conditions: RunConditions, register: ProcessRegister?
  ) throws {
    let setting = ProcessSetting(conditions, faketime: ProcessSetting.faketime)
    try self.init(program, setting, register: register)
  }

  deinit { stop() }

  package func ask(_ request: WorkerRequest) throws {
    if running == nil, hasTrapped {
      (running, greeting) = try Self.begin(program, setting, patience, register)
      hasTrapped = false
    }
    guard let running else { throw WorkerError.lost(reason: "it had ended before") }
    do {
      try running.pipe.send(request)
      last = .now
    } catch is PipeClosed {
      throw WorkerError.lost(reason: stop(isEnding: true).words)
    }
  }

  package func answer() throws -> WorkerAnswer { try answer { nil } }

  /// The answer, as ``answer()`` has it. While it waits, it calls `wait` now and then; what that returns is thrown, and the process
  /// is ended then.
  func answer(while wait: () -> (any Error)?) throws -> WorkerAnswer {
    guard let running else { throw WorkerError.lost(reason: "it had ended before") }
    do {
      let end = limit.map { last + $0 }
      while try !running.pipe.hasMessage(until: min(end ?? .now + Self.look, .now + Self.look)) {
        if let error = wait() {
          stop()
          throw error
        }
        if let end, ContinuousClock.now >= end { throw PipeSilent() }
      }
      let answer = try running.pipe.receive(WorkerAnswer.self, until: end)
      last = .now
      return answer
    } catch is PipeClosed {
      return try ending(of: running)
    } catch is PipeSilent {
      lastPlace = running.memory.place
      stop()
      throw WorkerError.silent(for: limit ?? .zero)
    } catch is DecodingError {
      throw WorkerError.misunderstood
    }
  }

  /// So often it is looked whether somebody wants to stop.
  private static let look = Duration.milliseconds(50)

  /// What becomes of a process that has ended by itself.
  private func ending(of running: Running) throws -> WorkerAnswer {
    let ending = stop(isEnding: true)
    guard ending.isTrap else { throw WorkerError.lost(reason: ending.words) }
    hasTrapped = true
    let reason = CapturedOutput.reason(in: written) ?? ending.trapWords
    written = CapturedOutput.otherWords(in: written)
    return .trapped(step: lastPlace?.step, reason: reason, store: lastPlace?.store)
  }

  /// What the app wrote to standard error since this was last asked for.
  func takeOutput() -> String {
    defer { written = "" }
    return written + (running?.output.take() ?? "")
  }

  /// Says that the question of this number is not to be answered any more.
  func cancel(_ question: UInt64) { running?.memory.cancelled = question }

  /// What it is handling now.
  var place: AppliedStep.Place? { running?.memory.place }

  /// Ends the process; gives how it ended, by itself if it `isEnding`.
  @discardableResult func stop(isEnding: Bool = false) -> ProcessEnding {
    guard let running else { return .code(0) }
    self.running = nil
    register?.leave(running.process)
    let ending = Self.end(running.process, isEnding: isEnding)
    lastPlace = running.memory.place
    written += running.output.take()
    return ending
  }

  @discardableResult private static func end(
    _ process: pid_t, isEnding: Bool
  ) -> ProcessEnding {
    var status: Int32 = 0
    for _ in 0..<(isEnding ? moment : 0) {
      guard waitpid(process, &status, WNOHANG) == 0 else { return ProcessEnding(status: status) }
      usleep(1_000)
    }
    kill(process, SIGKILL)
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return ProcessEnding(status: status)
  }
}
