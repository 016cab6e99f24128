import PlayheadCoding
import PlayheadReading
package import PlayheadLog
import PlayheadValues

/// Why a log could not be rewritten. `description` is a sentence with a way out.
package enum RewriteError: Error, Equatable {
  /// The log is damaged.
  case damaged(path: String, fault: String)
  /// Records of the log contradict each other: a log made of them would have this problem.
  case unsound(path: String, problem: String)
  /// The log lacks steps for which it has no gap.
  case lacking(path: String, ClosedRange<Step>)
  /// The steps of a cut go on from the state of a step before them.
  case resumed(path: String, Resumption)
  /// The log was not closed, and its last actions are in its tail.
  case unsealed(path: String)
  /// The log was not closed, and the records after its last step are unknown.
  case unclosed(path: String, last: Step)
}

extension RewriteError: CustomStringConvertible {
  /// The error and what to do about it.
  package var description: String {
    switch self {
    case .damaged(let path, let fault) where fault == MemoryLimit.sentence:
      "a frame of '\(path)' is not read: \(fault); \(ReadingError.moreMemory)"
    case .damaged(let path, let fault):
      "a frame of '\(path)' is damaged: \(fault); '\(toolName) recover \(path.inShell) -o OUT' writes a log of the "
        + "undamaged parts"
    case .unsound(let path, let problem):
      "'\(path)' cannot be rewritten, because the result would be wrong: \(problem); "
        + "'\(toolName) recover \(path.inShell) -o OUT' writes a log without that"
    case .lacking(let path, let steps):
      "'\(path)' lacks \(steps.words), and no gap says why; '\(toolName) recover \(path.inShell) -o OUT' writes a log "
        + "with a gap there"
    case .resumed(let path, let resumption):
      "'\(path)' cannot be cut like that: after step \(resumption.step) the session went on from the state of step "
        + "\(resumption.origin); begin with step \(resumption.origin.next) or earlier"
    case .unsealed(let path):
      "'\(path)' is still being written, or was not closed: its last actions are in '\(path).tail'; "
        + "'\(toolName) recover \(path.inShell) -o OUT' writes a log that has them"
    case .unclosed(let path, let last):
      "'\(path)' was not closed, and its tail is not beside it: any steps after \(last) are "
        + "lost; '\(toolName) recover \(path.inShell) -o OUT' writes a log of the rest"
    }
  }
}

extension OutputFile {
  /// Throws if a written log has a problem: records of the log at `source`, of which it was made, contradict each
  /// other. Reads all of the new log.
  func requireSound(
    madeOf source: String, _ isWrong: (Verification.Problem) -> Bool = { _ in true }
  ) throws {
    guard let problem = try log().verify().problems.first(where: isWrong) else { return }
    guard case .damage(let damage) = problem else {
      throw RewriteError.unsound(path: source, problem: problem.description)
    }
    if damage.isMemoryLimit { throw ReadingError.tooLarge(path: path) }
    throw RewriteError.unsound(path: source, problem: "a frame is damaged: \(damage.fault)")
  }
}
