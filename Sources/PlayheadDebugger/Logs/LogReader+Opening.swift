import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadRepair
import PlayheadValues
import PlayheadReplay

extension LogReader {
  /// Opens the log at `path`; `-` is standard input. Prints one sentence to standard error if the log is
  /// damaged or incomplete.
  static func open(_ path: String, _ console: Console) throws -> LogReader {
    let log = try openQuietly(path, console)
    try log.warn(on: console)
    return log
  }

  /// Prints a warning to standard error if the log is damaged or incomplete.
  func warn(on console: Console) throws {
    if let warning { try console.printError("warning: \(warning)") }
  }

  /// Opens the log at `path`; `-` is standard input.
  static func openQuietly(_ path: String, _ console: Console) throws -> LogReader {
    guard path == "-" else { return try LogReader(path: path) }
    return try LogReader(bytes: console.readLog(), name: "standard input")
  }

  /// Prints a warning to standard error about damage found since the log was opened. Chunks are read only
  /// when they are needed.
  func warnOfDamageFound(on console: Console) throws {
    guard !damagesFound.isEmpty else { return }
    try console.printError("warning: \(sentence(of: damagesFound.map { DamageRecord($0) }))")
  }

  /// Where the log is damaged, and what is lost. `damages` must not be empty.
  func sentence(of damages: [DamageRecord]) -> String {
    guard let first = damages.first else { return lossText }
    let count = damages.count == 1 ? "" : " in \(Format.count(damages.count)) places, first"
    let place = first.isInTail ? "in its tail" : "at byte \(Format.count(first.offset))"
    let what = first.isMemoryLimit ? "is not read in full" : "is damaged"
    return "'\(name)' \(what)\(count) \(place): \(first.faultAndHint); \(lossText)"
  }

  /// Why the log is damaged or incomplete, and how far it can be used.
  private var warning: String? { lossWarning ?? endingWarning }

  /// The damaged or missing parts.
  var lossWarning: String? {
    if !damages.isEmpty { return sentence(of: damages.map { DamageRecord($0) }) }
    return lostSteps.isEmpty ? nil : "'\(name)' lacks a part of the recording; \(lossText)"
  }

  /// How the recording ended, if the log was not closed.
  var endingWarning: String? {
    switch ending {
    case .closed: return nil
    case .beingWritten: return "'\(name)' is still being written; this is what it has so far"
    case .stoppedHandling, .stopped(_, isComplete: true):
      return "'\(name)' was not closed: \(ending.words)"
    case .stopped(let step, isComplete: false):
      return "'\(name)' was not closed; it ends with step \(step), and any later steps "
        + "are missing" + (strangeTailText.map { "; \($0)" } ?? "")
    }
  }

  /// Says that the file in the place of the log's tail belongs to another recording.
  var strangeTailText: String? {
    strangeTail.map { "'\($0)' belongs to another recording" }
  }

  /// The lost steps, as the end of a sentence.
  var lossText: String {
    let isOpen = damages.contains { $0.lost == .rest }
    if isOpen, lostSteps.isEmpty { return "only the steps up to \(lastStep) can be read" }
    guard !lostSteps.isEmpty else { return "no action is lost" }
    let rest = isOpen ? ["any steps after \(lastStep)"] : []
    let isUnread = damages.allSatisfy(\.isMemoryLimit) && !damages.isEmpty
    return
      "\(isUnread ? "not read" : "lost"): \((lostSteps.inWords + rest).joined(separator: ", "))"
  }

  /// Not good if the log is damaged or lacks steps. A log that was only not closed is good, because every
  /// crash leaves one.
  var exitCode: ExitCode { damages.isEmpty && lostSteps.isEmpty ? .good : .badAnswer }

  /// The log's name with another extension, without its folder; `session` for standard input.
  func fileName(with fileExtension: String) -> String {
    let path = Shard.place(of: name)?.name ?? (hasFile ? name : "session")
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let ending = ".playhead"
    return (name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name)
      + ".\(fileExtension)"
  }

  // MARK: Errors

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

extension LogEnding {
  /// Where the app stopped.
  var words: String {
    switch self {
    case .stoppedHandling(let step): "the app stopped while handling step \(step)"
    case .stopped(let step, _): "the app stopped after step \(step)"
    case .closed, .beingWritten: "the app goes on"
    }
  }
}

extension [ClosedRange<Step>] {
  /// The first few ranges, as many as fit on a line.
  var inWords: [String] {
    let shown = prefix(4).map(\.words)
    let more = count - shown.count
    return more > 0 ? shown + ["and \(Format.count(more, "more such range"))"] : shown
  }
}

extension DamageRecord {
  /// The fault, with a fix if it is the memory limit.
  var faultAndHint: String { isMemoryLimit ? "\(fault); \(ReadingError.moreMemory)" : fault }
}
