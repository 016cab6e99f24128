/// Witnesses that play smaller sessions of a log side by side, each in its own way.
///
/// A smaller session may never end: the action that ended a loop is left out, or the number by which it counts
/// is zero. So all but the first, which is the recording's own, have a limit of time.
package final class SessionTrials {
  /// So many times as long as the first may take what is smaller, on a machine that has become busy, …
  private static let slowest = 20
  /// … and so long in any case, if nobody says: a process may have to wait for its turn.
  package static let patience = Duration.seconds(10)

  private let posts: [(post: WitnessPost, task: ShrinkTask)]
  private let patience: Duration
  private var limit: Duration?

  /// Trials at these posts, each of a task. They take no longer than `patience`, or so many times as long as
  /// the first.
  package init(
    _ posts: [(post: WitnessPost, task: ShrinkTask)],
    patience: Duration = SessionTrials.patience
  ) {
    (self.posts, self.patience) = (posts, patience)
  }

  /// What each says of a session. Throws if somebody cannot be made ready.
  func play(_ session: ShrunkSession) throws -> [Result<WitnessAnswer, any Error>] {
    for (post, task) in posts {
      try post.makeReady(for: task)
      post.limit = limit
    }
    let begin = ContinuousClock.now
    let results = WitnessEnsemble(posts.map(\.post)).results { _ in .tryOut(session) }
    if limit == nil { limit = max(patience, (ContinuousClock.now - begin) * Self.slowest) }
    return results
  }

  /// What the one at this place says more of the last session.
  func result(of request: WitnessRequest, at place: Int) throws -> WitnessAnswer {
    try posts[place].post.result(of: request)
  }

  /// Lets others play from now on.
  func renew() { for (post, _) in posts { post.dismiss() } }
}
