package import PlayheadReplay
import Synchronization

/// A program with an app's stores, which runs in processes of its own. All of them are of one build: a rebuild in
/// between would mix old and new stores.
package final class WorkerProgram: Sendable {
  package let path: String
  /// A process that reaches no new step for this long is killed.
  package let stepLimit: Duration
  private let startLimit: Duration
  /// What the processes are called in a list of processes, if not like this one.
  private let name: String?
  /// Raised when no answer is wanted any more: processes that are asked end.
  private let interrupts: InterruptFlag?
  /// The build of the first process; nil before it.
  private let build = Mutex<String??>(nil)

  /// The program in the file at `path`. A process has `startLimit` to answer for the first time.
  package init(
    _ path: String, _ interrupts: InterruptFlag? = nil,
    stepLimit: Duration = WorkerProcess.stepLimit,
    startLimit: Duration = WorkerProcess.startLimit, named name: String? = nil
  ) {
    (self.path, self.interrupts, self.name) = (path, interrupts, name)
    (self.stepLimit, self.startLimit) = (stepLimit, startLimit)
  }

  /// The same program, also if it was rebuilt.
  func renewed() -> WorkerProgram {
    WorkerProgram(path, interrupts, stepLimit: stepLimit, startLimit: startLimit, named: name)
  }

  /// Starts a process under these conditions, as far as this system supports them. Throws ``WorkerError``, also if the
  /// program was rebuilt since the first process.
  package func start(
    under conditions: RunConditions = .usual, backtraceFrames: Int? = nil
  ) throws -> WorkerProcess {
    let setting = ProcessSetting(
      conditions, faketime: ProcessSetting.faketime, name: name,
      backtraceFrames: backtraceFrames)
    let process = try WorkerProcess(path, setting, startLimit: startLimit)
    let isSame = build.withLock { build in
      let first = build ?? process.greeting.build
      build = .some(first)
      return first == process.greeting.build
    }
    guard isSame else { throw WorkerError.otherBuild }
    process.limit = stepLimit
    process.whileWaiting = { [interrupts] in
      try interrupts?.check()
      if Task.isCancelled { throw Interruption() }
    }
    return process
  }

  package func slot(under conditions: RunConditions = .usual) -> WorkerSlot {
    WorkerSlot(limit: stepLimit) { try self.start(under: conditions) }
  }

  /// A place for processes that tell where in the code they crash. That takes the system some seconds for each crash.
  package func locatingSlot() -> WorkerSlot {
    WorkerSlot { try self.start(backtraceFrames: CrashLocator.frames[0]) }
  }
}
