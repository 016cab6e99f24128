import PlayheadCoding
import PlayheadLog
import PlayheadValues

extension Replayable {
  /// Copies of all states that share no memory with them; a state that cannot be encoded is returned as it is.
  func renewedStates(at step: Step) throws -> [any Codable & Sendable] {
    let rows = RowEncoding()
    var renewed: [any Codable & Sendable] = []
    for (store, state) in states.enumerated() {
      guard let shape = try? rows.encode(state) else {
        renewed.append(state)
        continue
      }
      let decoding = RowDecoding(shapes: rows.shapes)
      do {
        renewed.append(
          try decoding.decoder(shape: shape, row: rows.bytes.bytes) { decoder in
            try decodeState(of: store, from: decoder)
          })
      } catch {
        throw ReplayError.undecodableState(
          store: stores[store], step: step,
          (error as? DecodingError)?.sentence ?? refusal(error))
      }
    }
    return renewed
  }
}
