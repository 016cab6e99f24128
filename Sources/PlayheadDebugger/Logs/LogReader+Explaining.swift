import PlayheadInspector
import PlayheadReading
import PlayheadReplay

extension LogReader {
  /// Runs `body`, which replays the log. An error gets the log's name and a hint for the command line. With `isOneOfMany`,
  /// the command is about other logs too.
  func explaining<T>(isOneOfMany: Bool = false, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch let error as WorkerError {
      throw explained(failure(error, isOneOfMany))
    } catch ReplayError.traps(let crash, let type) where isOneOfMany {
      throw CommandFailure.trapInOne(crash, type, log: name)
    } catch {
      throw explained(error)
    }
  }

  /// The error, with a hint if a part of the log does not fit the app.
  private func explained(_ error: any Error) -> any Error {
    guard let error = error as? ReplayError, error.isIncompatibility || error.isStateIncompatibility
    else { return error }
    return CommandFailure.incompatible(error, log: name)
  }

  /// The error to throw for that of a process with stores.
  func failure(_ error: WorkerError, _ isOneOfMany: Bool = false) -> any Error {
    switch error {
    case .failed(let failure): return failure.error
    case .ended(let end):
      guard let trap = end.trap else { return CommandFailure.workerEnded(end, log: name) }
      let type = try? entry(at: trap.step).type
      return isOneOfMany
        ? CommandFailure.trapInOne(trap, type, log: name) : ReplayError.traps(trap, type)
    case .otherBuild: return CommandFailure.builtAgain(log: name)
    case .notStarted, .otherVersion:
      return CommandFailure.noProcess(reason: error.startReason ?? "", log: name)
    case .misunderstood: return CommandFailure.workerMisunderstood(log: name)
    case .unalike: return CommandFailure.workersUnalike(log: name)
    }
  }
}
