import Foundation
import PlayheadCoding
import PlayheadLog

/// States of a log in the file of its index, so that whoever opens it later is soon at any step.
///
/// A state is kept as pieces of its encoded form; pieces that the state before had are not kept again.
final class StateArchive {
  private let file: ChangeFile
  private let addPiece: IndexStatement
  private let piece: IndexStatement
  private let add: IndexStatement
  private let before: IndexStatement
  private let get: IndexStatement
  /// What the last state consisted of: its stores' pieces, …
  private var last: [[Int64]] = []
  /// … and those by their content.
  private var known: [PieceKey: Int64] = [:]

  private struct PieceKey: Hashable {
    var digest: UInt64
    var check: UInt64
    var count: Int
  }

  init(_ file: ChangeFile) throws {
    self.file = file
    addPiece = try file.database.statement("INSERT INTO piece(content) VALUES (?) RETURNING id")
    piece = try file.database.statement("SELECT content FROM piece WHERE id = ?")
    add = try file.database.statement("INSERT OR IGNORE INTO checkpoint VALUES (?, ?)")
    before = try file.database.statement("SELECT max(step) FROM checkpoint WHERE step <= ?")
    get = try file.database.statement("SELECT content FROM checkpoint WHERE step = ?")
  }

  // MARK: Writing

  /// Keeps the states of `step`. Those of stores that did not change since the last time need not be encoded
  /// again.
  func add(
    _ states: [any Codable & Sendable], at step: Step, hasChanged: (Int) -> Bool
  ) throws {
    var pieces: [[Int64]] = []
    var used: [PieceKey: Int64] = [:]
    for (store, state) in states.enumerated() {
      if store < last.count, !hasChanged(store) {
        pieces.append(last[store])
      } else {
        pieces.append(try self.pieces(of: state, &used))
      }
    }
    let present = Set(pieces.joined())
    known = used.merging(known.filter { present.contains($0.value) }) { new, _ in new }
    last = pieces
    try add.run([Int64(step.number)], bytes: Self.recipe(pieces))
  }

  private func pieces(
    of state: any Codable & Sendable, _ used: inout [PieceKey: Int64]
  ) throws -> [Int64] {
    let data = try CompactEncoder().encode(state)
    return try data.withUnsafeBytes { bytes in
      try ContentPieces.cut(bytes).map { range in
        let part = UnsafeRawBufferPointer(rebasing: bytes[range])
        let key = PieceKey(
          digest: XXHash.hash64(part), check: XXHash.hash64(part, seed: 1), count: part.count)
        let number = try used[key] ?? known[key] ?? keep(part)
        used[key] = number
        return number
      }
    }
  }

  private func keep(_ part: UnsafeRawBufferPointer) throws -> Int64 {
    let packed = ByteBuffer()
    LZ4Frame.append(part, to: packed)
    var number: Int64?
    try addPiece.run([], bytes: packed.array) { number = $0.number(0) }
    guard let number else { throw IndexFault("a piece got no number") }
    return number
  }

  private static func recipe(_ pieces: [[Int64]]) -> [UInt8] {
    let bytes = ByteBuffer()
    bytes.append(varint: pieces.count)
    for store in pieces {
      bytes.append(varint: store.count)
      RunColumn.write(store, to: bytes)
    }
    return bytes.array
  }

  // MARK: Reading

  /// The last step at `step` or before whose states are here.
  func step(atOrBefore step: Step) throws -> Step? {
    try before.number([Int64(step.number)]).map { Step(UInt64($0)) }
  }

  /// The states of a step, as `decode` makes them of each store's encoded form; nil if they are not here.
  func states(
    at step: Step, _ decode: (_ store: Int, any Decoder) throws -> any Codable & Sendable
  ) throws -> [any Codable & Sendable]? {
    var recipe: [[Int64]]?
    try get.run([Int64(step.number)]) { row in
      recipe = try row.withBytes(0) { (bytes) throws(ByteFault) in try Self.readRecipe(bytes) }
    }
    return try recipe?.enumerated().map { store, pieces in
      let bytes = ByteBuffer()
      for piece in pieces { try append(piece, to: bytes) }
      return try CompactDecoder().decoder(of: bytes.bytes) { try decode(store, $0) }
    }
  }

  private func append(_ number: Int64, to bytes: ByteBuffer) throws {
    var isFound = false
    try piece.run([number]) { row in
      isFound = true
      let content = try row.withBytes(0) { try LZ4Frame.read($0).content }
      bytes.append(content)
    }
    guard isFound else { throw IndexFault("a piece is missing") }
  }

  private static func readRecipe(
    _ bytes: UnsafeRawBufferPointer
  ) throws(ByteFault) -> [[Int64]] {
    var reader = ByteReader(bytes)
    var recipe: [[Int64]] = []
    for _ in 0..<(try reader.count()) {
      recipe.append(try RunColumn.read(Int(clamping: try reader.varint()), from: &reader))
    }
    return recipe
  }
}
