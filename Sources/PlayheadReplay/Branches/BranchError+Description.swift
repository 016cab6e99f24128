import PlayheadValues
extension BranchError: CustomStringConvertible {
  /// What cannot be done and what can.
  public var description: String {
    switch self {
    case .initialState(let step):
      "step \(step) is the state with which the recording begins, and no action; name a later step"
    case .skipped(let action):
      "\(action) is skipped in this branch; undo that, or name another step"
    case .otherRun(let step, let run):
      "the branch has the recording's steps \(run.lowerBound)–\(run.upperBound), because others are missing "
        + "around them, and not step \(step); begin another branch for it"
    case .nothingKept:
      "a branch has at least one action; keep one, or skip those that are not wanted"
    case .behindItself(let action):
      "\(action) cannot be put behind itself; name another step"
    case .effectFirst(let step, let cause):
      "step \(step) was caused by step \(cause), and would come before it; move it along, or skip it"
    case .unknownType(let name, let suggestion):
      "the app has no action '\(name)'"
        + (suggestion.map { "; did you mean '\($0)'?" }
          ?? "; '\(toolName) actions' lists those of a log")
    case .unfit(let type, let why):
      "the payload does not fit action '\(type)': \(why)"
    case .nothingAt(let path, let type, let suggestion):
      "the payload of action '\(type)' has nothing at '\(path)'"
        + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
    case .ignored(let path, let type):
      "action '\(type)' takes nothing at '\(path)'; name a part that it has"
    case .noPresentType(let step, let name):
      "action '\(name)' of step \(step) is of a type that the app does not have; skip it, or move it"
    case .madeByNobody:
      "only an app whose actions go through a dispatcher can be asked to make others; skip or move those "
        + "that were recorded"
    }
  }
}
