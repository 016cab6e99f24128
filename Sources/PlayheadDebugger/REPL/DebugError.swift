import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Errors that only REPL commands have.
enum DebugError: Error {
  case noShrinking
  case storesMissing(command: String)
  case noStopPoint(Int, existing: [Int])
  case inGap(Step, log: String, missing: ClosedRange<Step>, reason: String)
  case noPlace(isUndo: Bool, isInBranch: Bool)
  case badName(String)
  case noBranch
  case inserted(Step)
  case recordingTraps(ReplayError)
  case notDisplayed(StatePath, [StatePath])
  case notFound(String, Step)
  case noValue(String, example: String? = nil)
}

extension DebugError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noShrinking:
      "'shrink' works on a log, not in 'debug': 'save FILE' writes a branch as a log, and "
        + "'\(toolName) shrink FILE -o OUT --where EXPR' makes that log smaller"
    case .storesMissing(let command):
      "'\(command)' needs the app's stores, which are not available; 'when' says why"
    case .inGap(let step, let log, let missing, let reason):
      "step \(step) of '\(log)' was not recorded: \(reason); name a step before \(missing.lowerBound) "
        + "or from \(missing.upperBound) on"
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
