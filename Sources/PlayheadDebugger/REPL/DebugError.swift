import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Errors that only REPL commands have.
enum DebugError: Error {
  /// 'debug' cannot make a session smaller.
  case noShrinking
  /// The command needs stores, which are missing. The session's first lines say why.
  case storesMissing(command: String)
  /// No breakpoint or watchpoint has this number.
  case noStopPoint(Int, existing: [Int])
  /// The step is in a gap. The log has the state at the gap's end.
  case inGap(Step, log: String, Gap)
  /// Nothing to undo or redo.
  case noPlace(isUndo: Bool, isInBranch: Bool)
  /// A bookmark cannot have this name.
  case badName(String)
  /// The command needs a branch.
  case noBranch
  /// The recording does not have the step: it was inserted.
  case inserted(Step)
  /// A store traps before the recording's end.
  case recordingTraps(ReplayError)
  /// The path is not displayed. The other paths are.
  case notDisplayed(StatePath, [StatePath])
  /// The state of the step does not have the text.
  case notFound(String, Step)
  /// The text is not JSON; `example` is.
  case noValue(String, example: String? = nil)
}

extension DebugError: CustomStringConvertible {
  /// The problem and the fix.
  var description: String {
    switch self {
    case .noShrinking:
      "'shrink' works on a log, not in 'debug': 'save FILE' writes a branch as a log, and "
        + "'\(toolName) shrink FILE -o OUT --where EXPR' makes that log smaller"
    case .storesMissing(let command):
      "'\(command)' needs the app's stores, which are not available; 'when' says why"
    case .inGap(let step, let log, let gap):
      "step \(step) of '\(log)' was not recorded: \(gap); name a step before \(gap.steps.lowerBound) "
        + "or from \(gap.steps.upperBound) on"
    case .noStopPoint(let number, let existing):
      "there is no breakpoint or watchpoint \(number)"
        + (existing.isEmpty
          ? "; 'break TYPE' and 'watch PATH' add them"
          : "; there \(existing.count == 1 ? "is" : "are"): "
            + existing.map(\.description).joined(separator: ", "))
    case .noPlace(let isUndo, let isInBranch):
      "there is no move to \(isUndo ? "undo" : "redo")"
        + (isUndo && isInBranch ? "; 'revert' takes back changes of the branch" : "")
    case .badName(let name):
      "a bookmark cannot be called '\(name)': its name has letters, digits, '-' and '_'"
    case .noBranch:
      "this is the recording, not a branch; 'skip', 'edit', 'insert' and 'move' begin one"
    case .inserted(let step):
      "step \(step) was inserted and is not in the recording; 'revert' takes back changes"
    case .recordingTraps(let error):
      "the recording cannot be compared up to its end: \(error)"
    case .notDisplayed(let path, let others):
      "'\(path.placeName)' is not displayed"
        + (others.isEmpty
          ? "; 'display PATH' adds a value"
          : "; displayed: \(others.map { "'\($0.placeName)'" }.joined(separator: ", "))")
    case .notFound(let text, let step):
      "no key and no value at step \(step) has '\(text)'; 'log 0.. --contains' finds the actions that changed one"
    case .noValue(let text, let example?) where text.first?.isLetter == false:
      "'\(text)' is neither Swift nor JSON; write it as in '\(example)'"
    case .noValue(let text, _):
      "'\(text)' is neither Swift nor JSON"
        + (text.first?.isLetter == true
          ? "; write a text in double quotes: \"\(text)\""
          : ", such as 3, true, \"text\", null or {\"name\":3}")
    }
  }
}
