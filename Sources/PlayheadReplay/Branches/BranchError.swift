public import PlayheadLog
public import PlayheadValues

/// Why a branch cannot be changed as asked. `description` says it in a sentence with a way out.
public enum BranchError: Error, Hashable, Sendable {
  /// The initial state is no action.
  case initialState(Step)
  /// The action is skipped.
  case skipped(BranchOrigin)
  /// The branch has the recording's actions up to the end of a run, and none behind what is missing there.
  case otherRun(Step, run: ClosedRange<Step>)
  /// None of the actions was to be kept.
  case nothingKept
  /// An action was to be put behind itself.
  case behindItself(BranchOrigin)
  /// An action would come before the one that caused it.
  case effectFirst(Step, cause: Step)
  /// The app has no such type of action; `suggestion` is one that it has.
  case unknownType(String, suggestion: String?)
  /// The payload is not that of the type, for this reason.
  case unfit(type: String, String)
  /// The payload has nothing at the path; `suggestion` is a name that it has there.
  case nothingAt(StatePath, type: String, suggestion: String?)
  /// The type of the action takes nothing at the path.
  case ignored(StatePath, type: String)
  /// The action is of a type that the app does not have any more, or leaves out.
  case noPresentType(Step, String)
  /// Only apps on a dispatcher tell how their actions are made.
  case madeByNobody
}
