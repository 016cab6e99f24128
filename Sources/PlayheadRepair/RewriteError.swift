import PlayheadCoding
import PlayheadFiles
package import PlayheadLog
import PlayheadValues

/// Why logs could not be rewritten. `description` is a sentence with a way out.
package enum RewriteError: Error, Equatable {
  /// A log is damaged.
  case damaged(path: String, fault: String)
  /// Records of these logs contradict each other: a log made of them would have this problem.
  case unsound(paths: [String], problem: String)
  /// A log lacks steps for which it has no gap.
  case lacking(path: String, ClosedRange<Step>)
  /// A log was not closed, and its last actions are in its tail.
  case unsealed(path: String)
  /// A log was not closed, and the records after its last step are unknown.
  case unclosed(path: String, last: Step)
  /// Two logs do not belong to one session.
  case otherSession(path: String, first: String)
  /// A log does not continue the previous one.
  case outOfOrder(path: String, begins: Step, before: String, ends: Step)
  /// Steps are in none of the logs, and in no gap.
  case missing(ClosedRange<Step>, before: String)
}

extension RewriteError: CustomStringConvertible {
  /// The error and what to do about it.
  package var description: String {
    switch self {
    case .damaged(let path, let fault) where fault == MemoryLimit.sentence:
      "a frame of '\(path)' is not read: \(fault); \(LogError.moreMemory)"
    case .damaged(let path, let fault):
      "a frame of '\(path)' is damaged: \(fault); '\(toolName) recover \(path.inShell) -o OUT' writes a log of the "
        + "undamaged parts"
    case .unsound(let paths, let problem):
      "\(paths.map { "'\($0)'" }.joined(separator: ", ")) cannot be rewritten, because the result would be wrong: \(problem); "
        + "'\(toolName) recover \(paths.map(\.inShell).joined(separator: " ")) -o OUT' writes a log without that"
    case .lacking(let path, let steps):
      "'\(path)' lacks \(steps.words), and no gap says why; '\(toolName) recover \(path.inShell) -o OUT' writes a log "
        + "with a gap there"
    case .unsealed(let path):
      "'\(path)' is still being written, or was not closed: its last actions are in '\(path).tail'; "
        + "'\(toolName) recover \(path.inShell) -o OUT' writes a log that has them"
    case .unclosed(let path, let last):
      "'\(path)' was not closed, and its tail is not beside it: any steps after \(last) are "
        + "lost; '\(toolName) recover \(path.inShell) -o OUT' writes a log of the rest"
    case .otherSession(let path, let first):
      "'\(path)' is from another session than '\(first)'; only the parts of one session can be joined"
    case .outOfOrder(let path, let begins, let before, let ends):
      "'\(path)' begins at step \(begins), and '\(before)' in front of it ends at step \(ends); "
        + "name the parts of a session in the order of their steps"
    case .missing(let steps, let path):
      "the logs do not have \(steps.words), which \(steps.count == 1 ? "comes" : "come") before '\(path)'; "
        + "also name the part of the session that has them"
    }
  }
}

extension OutputFile {
  /// Throws if a written log has a problem: records of the logs at `paths`, of which it was made, contradict each
  /// other. Reads all of the new log.
  func requireSound(
    madeOf paths: [String], _ isWrong: (Verification.Problem) -> Bool = { _ in true }
  ) throws {
    guard let problem = try log().verify().problems.first(where: isWrong) else { return }
    guard case .damage(let damage) = problem else {
      throw RewriteError.unsound(paths: paths, problem: problem.description)
    }
    if damage.isMemoryLimit { throw LogError.tooLarge(path: path) }
    throw RewriteError.unsound(paths: paths, problem: "a frame is damaged: \(damage.fault)")
  }
}
