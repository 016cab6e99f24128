import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Why a command of the conversation could not do its work, where no other module has a word for it.
enum DebugError: Error {
  /// There is no such command.
  case unknownCommand(String, suggestion: String?)
  /// A command was called as it cannot be.
  case usage(UsageError.Fact, verb: String)
  /// It needs stores that are not at hand; the conversation has begun with why.
  case storesMissing(verb: String)
  /// No state is known before the first.
  case noStep(before: Step)
  /// There is no breakpoint and no watchpoint of this number.
  case noStopPoint(Int, existing: [Int])
  /// Nothing was recorded there; the state at the end of the gap is there.
  case inGap(Step, log: String, Gap)
  /// Nothing was undone, or there is nothing to undo.
  case noPlace(isUndo: Bool)
  /// A bookmark cannot be called so.
  case badName(String)
  /// There is no branch.
  case noBranch
  /// The action is none of the recording's.
  case inserted(Step)
  /// A store traps where the recording is to be compared.
  case recordingTraps(ReplayError)
  /// What was written is no JSON.
  case noValue(String)
}

extension DebugError: ErrorInLines {
  /// What is wrong, and the way out.
  var text: StyledText {
    switch self {
    case .unknownCommand(let word, let suggestion):
      "unknown command '\(word)'\(didYouMean(suggestion))\n  'help' lists the commands"
    case .usage(let fact, let verb):
      "\(fact)\n  'help \(verb)' shows how it is used"
    default: "\(sentence)"
    }
  }

  private var sentence: String {
    switch self {
    case .unknownCommand, .usage: ""
    case .storesMissing(let verb):
      "'\(verb)' needs the app's stores, which are not here; 'when' says why"
    case .noStep(let step):
      "step \(step) is where the log begins, and no action led to it; 'print' shows its state"
    case .inGap(let step, let log, let gap):
      "step \(step) of '\(log)' was not recorded: \(gap); name a step before \(gap.steps.lowerBound) "
        + "or from \(gap.steps.upperBound) on"
    case .noStopPoint(let number, let existing):
      "there is no stop \(number)"
        + (existing.isEmpty
          ? "; 'break TYPE' and 'watch PATH' make them"
          : "; there \(existing.count == 1 ? "is" : "are"): "
            + existing.map(\.description).joined(separator: ", "))
    case .noPlace(let isUndo):
      isUndo ? "there is no place to go back to" : "no place was gone back from"
    case .badName(let name):
      "a bookmark cannot be called '\(name)': its name has letters, digits, '-' and '_'"
    case .noBranch:
      "this is the recording, and no branch; 'skip', 'edit', 'insert' and 'move' begin one"
    case .inserted(let step):
      "step \(step) was inserted, and is not in the recording; 'revert' takes changes back"
    case .recordingTraps(let error):
      "the recording cannot be compared to its end: \(error)"
    case .noValue(let text):
      "'\(text)' is no JSON"
        + (text.first?.isLetter == true
          ? "; a text stands in double quotes: \"\(text)\""
          : ", such as 3, true, \"text\", null or {\"name\":3}")
    }
  }
}
