import Foundation
import PlayheadCoding
import PlayheadLog
import PlayheadRepair
import Testing

/// The plain body of a chunk with these actions.
func chunkBody(
  _ payloads: [any Encodable], timing: Timing = .exact,
  _ change: (inout ActionFacts) -> Void = { _ in }
) throws -> [UInt8] {
  let rows = RowEncoding()
  let draft = ChunkDraft(firstStep: 1)
  for (index, payload) in payloads.enumerated() {
    let shape = try rows.encode(payload)
    let time = Int64(index) * 1_500_000
    var facts = ActionFacts(
      type: index % 2, shape: shape, moment: Moment(monotonic: time, wall: time + 77),
      cause: index % 3 == 1 ? Step(UInt64(index)) : nil)
    change(&facts)
    draft.append(facts, row: rows.bytes.bytes)
    let drawn = try rows.encode(UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
    if index % 4 == 0 { draft.appendDraw(of: index, shape: drawn, row: rows.bytes.bytes) }
    draft.setOutcome(of: index, changed: index % 2, nanoseconds: Int64(index) * 13)
  }
  let body = ByteBuffer()
  let types = [ActionType(name: "One"), ActionType(name: "Other", version: 3)]
  try draft.encode(
    .init(shapes: rows.shapes, types: types, storeSets: [[0], [1, 0]], timing: timing), to: body)
  return body.array
}

extension PackedChunk {
  static func packed(_ body: [UInt8]) throws -> [UInt8]? {
    try body.withUnsafeBytes { try pack($0) }?.array
  }

  static func unpacked(_ body: [UInt8]) throws -> [UInt8] {
    try body.withUnsafeBytes { try unpack($0) }.array
  }
}

/// Packs and unpacks a chunk with these actions; it must be the same, byte by byte. Gives the packed
/// body.
@discardableResult
func expectSame(
  _ payloads: [any Encodable], sourceLocation: SourceLocation = #_sourceLocation
) throws -> [UInt8] {
  let body = try chunkBody(payloads)
  let packed = try #require(try PackedChunk.packed(body))
  #expect(try PackedChunk.unpacked(packed) == body, sourceLocation: sourceLocation)
  return packed
}

extension Folder {
  /// Packs logs into one, and gives its bytes.
  func pack(_ logs: [UInt8]...) throws -> [UInt8] {
    let paths = try logs.enumerated().map { try write($1, as: "part\($0)") }
    return try pack(paths: paths)
  }

  func pack(paths: [String]) throws -> [UInt8] {
    let name = "packed-\(UUID())"
    let packing = try LogPacking(paths.map { try LogReader(path: $0) })
    let size = try packing.write(to: path(name))
    let bytes = try read(name)
    #expect(bytes.count == size)
    return bytes
  }
}
