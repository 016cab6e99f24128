package import PlayheadCoding
import PlayheadFlux
package import PlayheadLog

extension Replay {
  /// The present states as a log has them: by the log's numbers of the stores that there have been so
  /// far, with the shapes of their rows.
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
