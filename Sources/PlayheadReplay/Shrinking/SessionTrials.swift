/// Workers that play smaller sessions of a log side by side, each in its own way.
///
/// A smaller session may never end: the action that ended a loop is left out, or the number by which it counts
/// is zero. So all but the first, which is the recording's own, have a limit of time.
package final class SessionTrials {
  /// So many times as long as the first may take what is smaller, on a machine that has become busy, …
  private static let slowest = 20
  /// … and so long in any case, if nobody says: a process may have to wait for its turn.
  package static let patience = Duration.seconds(10)

  private let slots: [(slot: WorkerSlot, task: ShrinkTask)]
  private let patience: Duration
  private var limit: Duration?

  /// Trials at these slots, each of a task. They take no longer than `patience`, or so many times as long as
  /// the first.
  package init(
    _ slots: [(slot: WorkerSlot, task: ShrinkTask)],
    patience: Duration = SessionTrials.patience
  ) {
    (self.slots, self.patience) = (slots, patience)
  }

  /// What each says of a session. Throws if somebody cannot be made ready.
  func play(_ session: ShrunkSession) throws -> [Result<WorkerAnswer, any Error>] {
    for (slot, task) in slots {
      try slot.makeReady(for: task)
      slot.limit = limit
    }
    let begin = ContinuousClock.now
    let results = ReplicaGroup(slots.map(\.slot)).results { _ in .tryOut(session) }
    if limit == nil { limit = max(patience, (ContinuousClock.now - begin) * Self.slowest) }
    return results
  }

  /// What the one at this place says more of the last session.
  func result(of request: WorkerRequest, at place: Int) throws -> WorkerAnswer {
    try slots[place].slot.result(of: request)
  }

  /// Lets others play from now on.
  func renew() { for (slot, _) in slots { slot.terminate() } }
}
