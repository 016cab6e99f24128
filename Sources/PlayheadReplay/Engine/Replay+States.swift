package import PlayheadCoding
import PlayheadFlux
public import PlayheadLog
public import PlayheadValues

/// Differences between states.
extension Replay {
  /// What changed between two steps, in either direction.
  ///
  /// Costs the replay to both steps, and then only the change, if the states share what did not change.
  public func diff(from: Step, to: Step) throws -> Diff {
    // The earlier first: then one replay leads to both, and a store that is not deterministic cannot differ
    // between them where nothing happened.
    let earlier = try copy(of: min(from, to))
    let later = try copy(of: max(from, to))
    let (old, new) = from < to ? (earlier, later) : (later, earlier)
    do {
      return try Diff(from: old, to: new)
    } catch {
      // A state cannot be encoded. Encoding it whole throws an error that names the store.
      let old = try state(at: from)
      return Diff(from: old, to: try state(at: to))
    }
  }

  /// A copy of the state at `step`, encoded only as far as you use it.
  package func copy(of step: Step) throws -> TrackedValue {
    try go(to: step)
    return TrackedValue(zip(stores, player.states).map { ($0, $1) })
  }
}

extension Replay {
  /// The current states by the log's store numbers, with the shapes of their rows.
  package func checkpoint() throws -> (checkpoint: CheckpointDraft, shapes: [Shape]) {
    let rows = RowEncoding()
    var checkpoint = CheckpointDraft(step: position)
    for (store, state) in try loggedStates() {
      do {
        let shape = try rows.encode(state)
        checkpoint.append(
          shape: shape, row: rows.bytes.bytes, version: stateVersion(of: type(of: state)))
      } catch let error as EncodingError {
        throw ReplayError.unencodableState(store: store, step: position, error.sentence)
      }
    }
    return (checkpoint, rows.shapes)
  }
}
