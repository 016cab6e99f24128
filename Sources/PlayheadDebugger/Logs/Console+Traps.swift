import Foundation
import PlayheadCoding
import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// What a command leaves for the process that follows where a store traps.
struct TrapLegacy: Codable {
  /// The log that is replayed.
  var log: String
  /// By what the process that follows knows it again.
  var mark: LogMark?
  /// The conversation in which it is; nil for a command, which ends with it.
  var conversation: SavedConversation?
  /// Whether the command has several logs, so that it is to be told in which it was.
  var isOneOfSeveral = false
  /// What the command has made, in this order, and is of no use if the command is not done: files, and the folders
  /// that they needed.
  var unfinished: [String] = []
  /// Whether a command that has no answer yet is to be tried again, …
  var triesAgain = false
  /// … and what it had run into by then.
  var traps: [KnownTrap] = []

  /// Takes away what the command had not finished.
  func cleanUp() { removeUnfinished(unfinished) }
}

/// Takes away files, and the folders that were made for them, in the order in which they were made; a folder in which
/// somebody has put something else stays.
func removeUnfinished(_ paths: [String]) {
  for path in paths.reversed() { path.withFileName { _ = remove($0) } }
}

extension Console {
  /// Does `body`, which replays `log`. Where a store traps meanwhile, the program begins anew, says so, and
  /// goes on with `conversation`, or ends if there is none; where it `triesAgain`, it does the command once
  /// more, with what is then known.
  func outlivingTraps<T>(
    of log: LogReader, _ conversation: SavedConversation? = nil, triesAgain: Bool = false,
    isOneOfSeveral: Bool = false, unfinished: [String] = [], _ body: () throws -> T
  ) throws -> T {
    if !knownTraps.isEmpty { try log.require(knownTrapsLog) }
    // What was printed so far belongs before what is said of a trap.
    try flush()
    // What came through a pipe is gone.
    let legacy = TrapLegacy(
      log: log.name, mark: try mark(of: log), conversation: conversation,
      isOneOfSeveral: isOneOfSeveral, unfinished: unfinished,
      triesAgain: triesAgain && log.hasFile, traps: knownTraps)
    // Before each look at a state, of thousands of places and the rest of a pipe: JSON would take longer
    // than most seeks.
    terminal.beginAnewWhenTrapped(leaving: [UInt8](try CompactEncoder().encode(legacy)))
    defer { terminal.beginAnewWhenTrapped(leaving: nil) }
    return try body()
  }
}

extension LogReader {
  /// Throws if it is not the log that another process had: what was found out there is not true of it.
  func require(_ mark: LogMark?) throws {
    if let mark, try !goesOn(from: mark) { throw CommandFailure.logReplaced(path: name) }
  }
}

extension Trap {
  /// What the process before left.
  var left: TrapLegacy? {
    try? CompactDecoder().decode(TrapLegacy.self, from: Data(legacy))
  }

  /// What is to be known of it in a replay of the log.
  var known: KnownTrap? {
    step > 0 && !isElsewhere ? KnownTrap(step: Step(step), reason: reason) : nil
  }

  /// What is known when the command that was running is tried again; nil if it is not.
  func knownNext(_ left: TrapLegacy) -> [KnownTrap]? {
    guard left.triesAgain, let known, !left.traps.contains(where: { $0.step == known.step }) else {
      return nil
    }
    return left.traps + [known]
  }

  /// What happened, for the command that was running.
  func failure(_ left: TrapLegacy) -> any Error {
    let failure = failure(ofLog: left.log)
    return left.isOneOfSeveral && known != nil
      ? CommandFailure.trapInOne("\(failure)", log: left.log) : failure
  }

  /// What happened in a replay of the log `name`.
  func failure(ofLog name: String) -> any Error {
    guard let known else { return CommandFailure.trap(reason: reason, log: name) }
    // What came through a pipe is gone.
    let log = try? LogReader(path: name)
    return ReplayError.traps(known, try? log?.entry(at: known.step).type)
  }
}
