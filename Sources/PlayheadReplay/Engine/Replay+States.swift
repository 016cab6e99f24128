package import PlayheadCoding
import PlayheadFlux
public import PlayheadLog
import PlayheadReading
public import PlayheadValues

/// Differences between states.
extension Replay {
  /// What changed between two steps, in either direction.
  ///
  /// Costs the replay to both steps, and then only the change, if the states share what did not change.
  public func diff(from: Step, to: Step) throws -> Diff {
    try diff(from: from, to: to, of: FieldSelection([]))
  }

  /// The same for some fields of the state.
  package func diff(from: Step, to: Step, of selection: FieldSelection) throws -> Diff {
    // The earlier first: then one replay leads to both, and a store that is not deterministic cannot differ
    // between them where nothing happened.
    let earlier = try copy(of: min(from, to))
    let later = try copy(of: max(from, to))
    let (old, new) = from < to ? (earlier, later) : (later, earlier)
    do {
      return try comparison.diff(from: old, to: new, of: selection)
    } catch {
      // A state cannot be encoded. Encoding it whole throws an error that names the store.
      let old = selection.part(of: try state(at: from))
      return Diff(from: old, to: selection.part(of: try state(at: to)))
    }
  }

  /// A copy of the state at `step`, encoded only as far as you use it.
  package func copy(of step: Step) throws -> TrackedValue {
    try go(to: step)
    if let lastCopy, lastCopy.step == position { return lastCopy.state }
    let copy = TrackedValue(zip(stores, player.states).map { ($0, $1) })
    lastCopy = (position, copy)
    return copy
  }
}

extension Replay {
  /// The names and current states of the stores so far, by the log's numbers.
  func loggedStates() throws -> [(store: String, state: any Codable & Sendable)] {
    let states = player.states
    return try (0..<timeline.storeLists.epoch(after: position).count).map { number in
      guard let part = timeline.stored.order[number] else {
        throw ReplayError.otherStores(log: log.stores, app: stores)
      }
      return (log.stores[number], states[part])
    }
  }

  /// The current states of all stores so far by the log's numbers, or of those with these `numbers`, with the shapes of
  /// their rows.
  package func checkpoint(
    of numbers: [Int]? = nil
  ) throws -> (checkpoint: CheckpointDraft, shapes: [Shape]) {
    let rows = RowEncoding()
    var checkpoint = CheckpointDraft(step: position)
    let states = try loggedStates()
    for (store, state) in numbers.map({ $0.map { states[$0] } }) ?? states {
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
