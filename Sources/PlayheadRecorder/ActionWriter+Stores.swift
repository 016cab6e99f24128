import PlayheadLog

extension ActionWriter {
  /// Goes on with other stores from here on: between actions.
  ///
  /// While steps are left out, the log gets to know of it when it goes on.
  ///
  /// - Parameters:
  ///   - change: The stores now; its step is not used.
  ///   - state: Gives the present state of a store, by its number.
  func change(to change: Roster, state: @escaping (Int) -> any Encodable & Sendable) {
    var next = change
    // Those that arrived before are in the log only if their states are.
    if rosterIsDue, let roster {
      next.arrived = roster.arrived.filter { !change.arrived.contains($0) } + change.arrived
    }
    setStores(next, state: state)
    rosterIsDue = true
    if case .recording = mode { writeDueRoster() }
  }

  /// Writes which stores there are from here on, if they are others than before, and the states of
  /// those that arrived.
  func writeDueRoster() {
    guard rosterIsDue, let roster, isOurs else { return }
    guard hasRoom else { return leaveOut(from: step.next) }
    do {
      try addRoster(Self.checkpoint(of: roster.arrived.map(state), at: step, rows))
    } catch {
      giveUp(from: step.next, error)
    }
  }

  /// Adds the roster to what stands in front of a checkpoint, which has the states, if it is not the
  /// header's.
  func addRosterOfCheckpoint() throws {
    roster?.arrived = []
    try addRoster(CheckpointDraft(step: step))
  }

  /// Adds the roster, with the states of those that arrived, to what stands in front of the next chunk
  /// or checkpoint.
  private func addRoster(_ states: CheckpointDraft) throws {
    guard var roster else { return }
    roster.step = step
    try tail.append(roster, states, meanings)
    self.roster?.arrived = []
    rosterIsDue = false
  }
}
