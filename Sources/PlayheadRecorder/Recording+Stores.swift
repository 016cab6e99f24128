import PlayheadCoding
import PlayheadLog

extension Recording {
  /// Goes on with other stores from here on: between actions.
  ///
  /// While steps are left out, the log gets to know of it when it goes on.
  ///
  /// - Parameters:
  ///   - change: The stores now; its step is not used.
  ///   - states: Gives the present state of every store that there has been so far, by number.
  func change(to change: Roster, states: @escaping () -> [any Encodable & Sendable]) {
    var next = change
    // Those that arrived before are in the log only if their states are.
    if rosterIsDue, let roster {
      next.arrived = roster.arrived.filter { !change.arrived.contains($0) } + change.arrived
    }
    setStores(next, states: states)
    rosterIsDue = true
    if case .recording = mode { writeDueRoster() }
  }

  /// Writes which stores there are from here on, if they are others than before, and the states of
  /// those that arrived.
  func writeDueRoster() {
    guard rosterIsDue, let roster else { return }
    guard !roster.arrived.isEmpty else { return addRoster() }
    do {
      let checkpoint = try Self.checkpoint(of: states(), at: step, rows)
      let shapes = rows.shapes
      // What leads to this step comes before its states.
      seal()
      addRoster()
      sealer.write(checkpoint, shapes: shapes)
    } catch {
      giveUp(from: step.next, error)
    }
  }

  /// Adds the roster to what stands in front of the next chunk or checkpoint, if it is not the
  /// header's.
  func addRoster() {
    guard var roster else { return }
    roster.step = step
    sealer.add(roster)
    self.roster?.arrived = []
    rosterIsDue = false
  }
}
