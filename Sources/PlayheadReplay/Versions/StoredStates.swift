import PlayheadCoding
import PlayheadReading
import PlayheadFlux
import PlayheadLog
import PlayheadValues

/// The states in a log, as those of a player's parts.
struct StoredStates {
  let player: any Replayable
  /// The names of the log's stores, by number.
  let names: [String]
  /// The player's part for each store; nil if the player no longer has it.
  let order: [Int?]
  /// The player's parts that the log lacks.
  let added: [Int]
  /// The stores that only the log has, and those that only the player has, unexplained by upgrades.
  let strangers: (log: [String], app: [String])
  /// The store changes that the app declares.
  let changes: Upgrades

  init(of log: any ActionSource, _ player: any Replayable) throws {
    self.player = player
    let changes = try player.dispatcherPlayer?.upgrades ?? Upgrades()
    self.changes = changes
    names = log.stores
    player.prepare(for: names.compactMap(changes.currentName))
    let own = player.stores
    let order = names.map { changes.currentName(of: $0).flatMap(own.firstIndex) }
    let known = Set(order.compactMap(\.self))
    let added = own.indices.filter { !known.contains($0) }
    (self.order, self.added) = (order, added)
    strangers = (
      zip(names, order).filter { $1 == nil && changes.currentName(of: $0) != nil }.map(\.0),
      added.map { own[$0] }.filter { !changes.isAdded($0) }
    )
  }

  /// Throws `ReplayError.otherStores` if the log's stores are not the player's.
  func requireSameStores() throws {
    let known = order.compactMap(\.self)
    // Two of the log's stores may have got the same name.
    guard strangers.log.isEmpty, strangers.app.isEmpty, Set(known).count == known.count else {
      throw ReplayError.otherStores(log: names, app: player.stores)
    }
  }

  /// The state of the log's store `number`, at a place of a checkpoint. `store` is the player's part.
  func state(
    of store: Int, number: Int, in checkpoint: Checkpoint, place: Int
  ) throws -> any Codable & Sendable {
    do {
      return try value(of: store, in: checkpoint, place: place)
    } catch {
      throw ReplayError.undecodableState(
        store: names[number], step: checkpoint.step, incompatibility(error))
    }
  }

  /// The state of a player's part, at a place of a checkpoint. Throws what the decoding throws.
  func value(
    of store: Int, in checkpoint: Checkpoint, place: Int, _ notes: DecodingNotes? = nil
  ) throws -> any Codable & Sendable {
    let decoding = RowDecoding(shapes: checkpoint.shapes, notes: notes)
    let version = checkpoint.version(of: place)
    return try checkpoint.state(of: place) { (shape, row) throws in
      try decoding.decoder(shape: shape, row: row) { decoder in
        try player.decodeState(of: store, version: version, from: decoder)
      }
    }
  }

  /// Whether this build writes the state just as the log has it: with the same version and the same fields.
  /// If not, a replay can go on from it, but digests cannot be compared. True for a store that the player no
  /// longer has.
  func isCurrentForm(of number: Int, in checkpoint: Checkpoint, place: Int) -> Bool {
    guard let store = order[number] else { return true }
    do {
      let state = try value(of: store, in: checkpoint, place: place)
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
