import PlayheadCoding
import PlayheadFlux
import PlayheadLog

/// The states that a log holds, as those of a player's parts.
struct StoredStates {
  let player: any Replayable
  /// The names of the log's stores by number.
  let names: [String]
  /// The player's part for each of them.
  let order: [Int]

  /// Throws `ReplayError.otherStores` if the log's stores are not the player's.
  init(of log: LogReader, _ player: any Replayable) throws {
    self.player = player
    names = log.stores
    player.prepare(for: names)
    let own = player.stores
    order = names.compactMap { own.firstIndex(of: $0) }
    guard Set(order).count == own.count, order.count == names.count else {
      throw ReplayError.otherStores(log: names, app: own)
    }
  }

  /// The state of the store with a number, which is at some place of a checkpoint.
  func state(
    of number: Int, in checkpoint: Checkpoint, place: Int
  ) throws -> any Codable & Sendable {
    do {
      return try value(of: number, in: checkpoint, place: place)
    } catch {
      throw ReplayError.undecodableState(
        store: names[number], step: checkpoint.step, misfit(error))
    }
  }

  /// The same; throws what the decoding throws.
  func value(
    of number: Int, in checkpoint: Checkpoint, place: Int, _ notes: DecodingNotes? = nil
  ) throws -> any Codable & Sendable {
    let decoding = RowDecoding(shapes: checkpoint.shapes, notes: notes)
    let version = checkpoint.version(of: place)
    return try checkpoint.state(of: place) { (shape, row) throws in
      try decoding.decoder(shape: shape, row: row) { decoder in
        try player.decodeState(of: order[number], version: version, from: decoder)
      }
    }
  }

  /// Whether this build writes the state just as the log has it: by a type of the same version, with
  /// the same fields. If not, it is good to go on from, but no other build's digest is comparable.
  func isPresentForm(of number: Int, in checkpoint: Checkpoint, place: Int) -> Bool {
    do {
      let state = try state(of: number, in: checkpoint, place: place)
      guard checkpoint.version(of: place) == stateVersion(of: type(of: state)) else { return false }
      let stored = ByteBuffer()
      try checkpoint.state(of: place) { (shape, row) throws in
        try CanonicalForm(shapes: checkpoint.shapes, into: stored).append(shape: shape, row: row)
      }
      return stored.bytes.elementsEqual(try CanonicalEncoder().bytes(of: state))
    } catch {
      return false
    }
  }
}
