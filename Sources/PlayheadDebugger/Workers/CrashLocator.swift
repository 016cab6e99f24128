import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay

/// Finds the place in the app's code at which a store crashes: replays the action once more, in a process with
/// Swift's backtracer.
struct CrashLocator: Sendable {
  /// How many innermost frames to ask for. Most crashes are in the app's code or a few frames below it. Each frame
  /// takes the backtracer about 0.1 seconds in a debug build of 60 MB, so all of them are for the others.
  private static let frames = [6, 64]
  /// How long the backtracer may take.
  private static let grace = Duration.seconds(30)

  /// The file of the program with the stores.
  let program: String
  /// After this long without a step, a replay counts as endless.
  let stepLimit: Duration
  /// Called now and then. If it throws, the work ends.
  var whileWaiting: @Sendable () throws -> Void = {}

  /// The crash with its place in the code and the reason, as far as both can be known. `question` is about the
  /// action. Unchanged if its place is known, or if the store does not crash again.
  func locating(_ trap: KnownTrap, by question: Question<ActionRequest>) throws -> KnownTrap {
    guard trap.kind == .trap, trap.location?.line == nil else { return trap }
    var question = question
    // The step is certain only if no other thread decodes later actions.
    question.task?.decodesAhead = false
    question.task?.isObserved = true
    var located = trap
    for frames in Self.frames where located.location?.line == nil {
      guard let end = try crash(question, frames), end.kind == .trap,
        end.place?.step == trap.step
      else { break }
      (located.reason, located.location) = (end.reason, end.location)
    }
    return located
  }

  /// Runs `body`, which replays the log of `task` in workers. Adds the place to a crash that it throws.
  func locating<T>(in task: WorkerTask, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch WorkerError.ended(var end) {
      if let trap = end.trap {
        let question = Question(ActionRequest(of: trap.step), about: task)
        let located = try locating(trap, by: question)
        (end.reason, end.location) = (located.reason, located.location)
      }
      throw WorkerError.ended(end)
    }
  }

  /// The crash of the last action of the log at `path`; nil if it does not crash.
  func crash(atEndOf log: LogReader, _ decoding: DecodingPolicy) throws -> KnownTrap? {
    var task = WorkerTask(log.name, decoding: decoding)
    task.isObserved = true
    let question = Question(ActionRequest(of: log.lastStep), about: task)
    var crash: KnownTrap?
    for frames in Self.frames where crash?.location?.line == nil {
      crash = try self.crash(question, frames)?.trap ?? crash
    }
    return crash
  }

  /// How a process with the backtracer ends; nil if it answers, or cannot be started.
  private func crash(_ question: Question<ActionRequest>, _ frames: Int) throws -> WorkerEnd? {
    do {
      let worker = try WorkerProcess(
        program, under: .usual, register: nil, backtracer: .on(frames: frames))
      worker.limit = stepLimit + Self.grace
      worker.whileWaiting = whileWaiting
      defer { worker.whileWaiting = {} }
      _ = try worker.result(of: question)
      return nil
    } catch WorkerError.ended(let end) {
      return end
    } catch is WorkerError {
      return nil
    }
  }
}
