import PlayheadLog

extension BranchPlayback {
  /// What became of an action.
  struct Passage {
    let step: Step
    let item: BranchPlan.Item
    let action: LoggedAction
    /// What the stores did; nil if that is not known, or they did not get it.
    var handled: DispatcherPlayer.Handled?
    /// The stores after it, each time they became others right behind it, or behind actions after it that
    /// are skipped.
    var changes: [StoreListHistory.Stretch] = []
  }
}
