import PlayheadLog
import PlayheadReplay

/// What steps are called: in a branch, by its own numbers.
extension DebugSession {
  /// What steps can be called here.
  var scope: StepScope {
    let scope = recording.scope(bookmarks: bookmarks.steps)
    guard let branch = openBranch?.branch else { return scope }
    return StepScope(
      first: scope.first, last: branch.lastStep,
      bookmarks: bookmarks.steps.mapValues { branch.step(beside: $0) },
      stepAtTime: { branch.step(beside: try scope.stepAtTime($0)) })
  }

  /// What the present step is called. Bookmarks are of the recording's steps.
  var bookmarksHere: [String] {
    guard let branch = openBranch?.branch else { return bookmarks.names(of: position) }
    guard position > log.initialStep else { return bookmarks.names(of: position) }
    return (try? branch.origin(of: position))?.step.map(bookmarks.names) ?? []
  }

  /// What an action that is here is called in changes; the state with which the log begins by its step.
  func origin(of step: Step) throws -> BranchOrigin {
    guard let branch = openBranch?.branch, step > log.initialStep else { return .recorded(step) }
    return try branch.origin(of: step)
  }

  /// What the state of `step` is compared to: that before its action. No action led to the state behind a
  /// gap, which is compared to the last one on the other side. Nil if there is none.
  func lastStep(before step: Step) -> Step? {
    guard log.steps.run(holding: step) == nil, let replay else { return step.previous }
    return replay.lastStep(before: step) ?? step.previous
  }
}
