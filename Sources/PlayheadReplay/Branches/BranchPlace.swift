import PlayheadLog

/// Where a branch has an action of the log: its step is another, and its cause has another number.
struct BranchPlace {
  /// The branch's number of the action that led to this one; nil if that is not in the branch.
  var cause: Step?
}
