public import PlayheadLog
public import PlayheadValues

/// What changed from one state to another.
extension Replay {
  /// What changed between two steps, either of which may be the earlier.
  ///
  /// Besides the way to both it costs what the change costs, as far as the states share what did not
  /// change: one that was replayed from the other shares nearly all.
  public func diff(from: Step, to: Step) throws -> Diff {
    let old = try copy(of: from)
    let new = try copy(of: to)
    do {
      return try Diff(from: old, to: new, comparing: .declared)
    } catch {
      // A state that cannot be encoded: whole, it says which store's it is.
      let old = try state(at: from)
      return Diff(from: old, to: try state(at: to))
    }
  }

  /// A copy of the state at `step`, which is encoded only as far as somebody asks.
  package func copy(of step: Step) throws -> TrackedValue {
    try go(to: step)
    return TrackedValue(zip(stores, player.states).map { ($0, $1) })
  }
}
