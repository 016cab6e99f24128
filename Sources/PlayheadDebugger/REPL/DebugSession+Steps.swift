import PlayheadInspector
import PlayheadLog
import PlayheadReplay

/// What steps are called: in a branch, by its own numbers.
extension DebugSession {
  /// What steps can be called here.
  var scope: StepScope {
    let scope = recording.scope(bookmarks: bookmarks.steps)
    guard openBranch != nil else { return scope }
    return StepScope(
      first: scope.first, last: lastStep,
      bookmarks: bookmarks.steps.mapValues { inspector.step(beside: $0) },
      stepAtTime: { [inspector] in inspector.step(beside: try scope.stepAtTime($0)) })
  }

  /// What the present step is called. Bookmarks are of the recording's steps.
  var bookmarksHere: [String] {
    guard openBranch != nil, position > log.initialStep else {
      return bookmarks.names(of: position)
    }
    return (try? inspector.origin(of: position))?.step.map(bookmarks.names) ?? []
  }
}
