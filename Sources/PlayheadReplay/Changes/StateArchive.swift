import Foundation
import PlayheadCoding
import PlayheadLog
import PlayheadReading
import PlayheadValues

/// States of a log in its index file, so that a replay gets to any step quickly.
///
/// Keeps a state as pieces of its encoded form, without the pieces that the state before has too.
final class StateArchive {
  /// The most bytes of a step's states, however few the file has. Larger states are replayed.
  private let limit: Int
  private let file: ChangeFile
  /// As many megabytes as a state has.
  private var pieces = PieceCache(limit: 16 << 20)
  /// The stores of the last written state, …
  private var last: [Parts] = []
  /// … and their pieces by content.
  private var known: [PieceKey: Int] = [:]
  /// The encoded state to decode. Reused, because fresh memory of that size is slow to get.
  private let unpacked = ByteBuffer()
  private static let keptBytes = 4 << 20
  /// The pieces and states of the stores that were read last.
  private var lastRead: [(pieces: [Int], state: any Codable & Sendable)] = []

  /// The encoded state of a store.
  private struct Parts {
    var pieces: [Int]
    var bytes: Int
  }

  private struct PieceKey: Hashable {
    var digest: UInt64
    var check: UInt64
    var count: Int
  }

  init(_ file: ChangeFile, limit: Int = 256 << 20) {
    (self.file, self.limit) = (file, limit)
  }

  // MARK: Writing

  /// Keeps the states of `step`. Does not encode stores again that did not change since the last call.
  func add(
    _ states: [any Codable & Sendable], at step: Step, hasChanged: (Int) -> Bool
  ) throws {
    var used: [PieceKey: Int] = [:]
    let encoded = try states.enumerated().map { store, state in
      store < last.count && !hasChanged(store) ? nil : try CompactEncoder().encode(state)
    }
    let sizes = encoded.enumerated().map { $1?.count ?? last[$0].bytes }
    guard sizes.reduce(0, +) <= limit else { return }
    let stores = try encoded.enumerated().map { store, data in
      try data.map { try parts(of: $0, &used) } ?? last[store]
    }
    let present = Set(stores.lazy.flatMap(\.pieces))
    known = used.merging(known.filter { present.contains($0.value) }) { new, _ in new }
    last = stores
    try file.addCheckpoint(step, Self.recipe(stores.map(\.pieces)))
  }

  private func parts(of data: Data, _ used: inout [PieceKey: Int]) throws -> Parts {
    let pieces = try data.withUnsafeBytes { bytes in
      try ContentPieces.cut(bytes).map { range in
        let part = UnsafeRawBufferPointer(rebasing: bytes[range])
        let key = PieceKey(
          digest: XXHash.hash64(part), check: XXHash.hash64(part, seed: 1), count: part.count)
        let number = try used[key] ?? known[key] ?? keep(part)
        used[key] = number
        return number
      }
    }
    return Parts(pieces: pieces, bytes: data.count)
  }

  private func keep(_ part: UnsafeRawBufferPointer) throws -> Int {
    let packed = ByteBuffer()
    LZ4Frame.append(part, to: packed)
    return try file.addPiece(packed.array)
  }

  private static func recipe(_ pieces: [[Int]]) -> [UInt8] {
    let bytes = ByteBuffer()
    bytes.append(varint: pieces.count)
    for store in pieces {
      bytes.append(varint: store.count)
      RunColumn.write(store.lazy.map { Int64($0) }, to: bytes)
    }
    return bytes.array
  }

  // MARK: Reading

  /// The last step with states here, at `step` or before.
  func step(atOrBefore step: Step) -> Step? { checkpoint(atOrBefore: step).map { Step($0.step) } }

  private func checkpoint(atOrBefore step: Step) -> ChangeDirectory.Checkpoint? {
    let checkpoints = file.directory.checkpoints
    let count = checkpoints.partitionPoint { $0.step > step.number }
    return count > 0 ? checkpoints[count - 1] : nil
  }

  /// The states of a step, decoded by `decode` from each store's encoded form; nil if they are not here.
  func states(
    at step: Step, _ decode: (_ store: Int, any Decoder) throws -> any Codable & Sendable
  ) throws -> [any Codable & Sendable]? {
    guard let found = checkpoint(atOrBefore: step), found.step == step.number else { return nil }
    let recipe = try file.read(found.section, Self.readRecipe)
    var room = limit
    let states = try recipe.enumerated().map { store, pieces in
      // States near each other have many stores in common, and share the memory of those.
      if store < lastRead.count, lastRead[store].pieces == pieces { return lastRead[store].state }
      return try state(of: pieces, &room) { try decode(store, $0) }
    }
    lastRead = zip(recipe, states).map { ($0, $1) }
    return states
  }

  private func state(
    of pieces: [Int], _ room: inout Int,
    _ decode: (any Decoder) throws -> any Codable & Sendable
  ) throws -> any Codable & Sendable {
    defer { unpacked.removeAll(keeping: Self.keptBytes) }
    for piece in pieces { try append(piece, &room) }
    return try CompactDecoder().decoder(of: unpacked.bytes, decode)
  }

  private func append(_ number: Int, _ room: inout Int) throws {
    let content = try pieces.piece(number) ?? read(number)
    room -= content.count
    guard room >= 0 else { throw file.damage("a state is too large") }
    unpacked.append(content)
  }

  private func read(_ number: Int) throws -> [UInt8] {
    let pieces = file.directory.pieces
    guard pieces.indices.contains(number) else { throw file.damage("a piece is missing") }
    let content = try file.read(pieces[number], Self.readPiece)
    self.pieces.keep(number, content)
    return content
  }

  /// Does not unpack a piece that claims to be larger than a piece can be.
  static func readPiece(_ bytes: UnsafeRawBufferPointer) throws -> [UInt8] {
    guard bytes.count <= ContentPieces.longestPacked else { throw FrameFault.malformed(tooLong) }
    let content = try LZ4Frame.read(bytes)
    guard content.count <= ContentPieces.longest else { throw FrameFault.malformed(tooLong) }
    return content
  }

  private static let tooLong = "a piece is too long"

  /// The numbers of each store's pieces.
  static func readRecipe(_ bytes: UnsafeRawBufferPointer) throws(ByteFault) -> [[Int]] {
    var reader = ByteReader(bytes)
    var recipe: [[Int]] = []
    var room = RunColumn.limit
    for _ in 0..<(try reader.count()) {
      let count = Int(clamping: try reader.varint())
      guard count <= room else { throw ByteFault.malformed("a state", at: reader.position) }
      room -= count
      recipe.append(try RunColumn.read(count, from: &reader).map { Int(clamping: $0) })
    }
    return recipe
  }
}

/// The unpacked pieces used last. Neighboring states have most pieces in common, and reading pieces takes
/// longer than decoding the state.
struct PieceCache {
  /// The most bytes in the cache. At most half of them are for pieces not used lately.
  private let limit: Int
  private var young: [Int: [UInt8]] = [:]
  private var old: [Int: [UInt8]] = [:]
  private var youngBytes = 0

  init(limit: Int) { self.limit = limit }

  /// A piece, if it is in the cache. Using it keeps it for longer.
  mutating func piece(_ number: Int) -> [UInt8]? {
    if let known = young[number] { return known }
    guard let known = old[number] else { return nil }
    keep(number, known)
    return known
  }

  /// Adds a piece that is not in the cache.
  mutating func keep(_ number: Int, _ content: [UInt8]) {
    if youngBytes + content.count > limit / 2 { (old, young, youngBytes) = (young, [:], 0) }
    young[number] = content
    youngBytes += content.count
  }
}
