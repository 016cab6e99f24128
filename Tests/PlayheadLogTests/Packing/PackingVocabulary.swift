import Foundation
import PlayheadCoding
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import Testing

/// The body of a chunk with these actions.
func chunkBody(
  _ payloads: [any Encodable], _ effort: ColumnEffort = .fast
) throws -> [UInt8] {
  let rows = RowEncoding()
  let draft = ChunkDraft(firstStep: 1)
  for (index, payload) in payloads.enumerated() {
    let shape = try rows.encode(payload)
    let time = Int64(index) * 1_500_000
    let facts = ActionFacts(
      type: index % 2, shape: shape, moment: Moment(monotonic: time, wall: time + 77),
      cause: index % 3 == 1 ? Step(UInt64(index)) : nil)
    draft.append(facts, row: rows.bytes.bytes)
    let drawn = try rows.encode(UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
    if index % 4 == 0 { draft.appendDraw(of: index, shape: drawn, row: rows.bytes.bytes) }
    draft.setOutcome(of: index, changed: index % 2, nanoseconds: Int64(index) * 13)
  }
  let types = [ActionType(name: "One"), ActionType(name: "Other", version: 3)]
  return try draft.encoded(
    .init(shapes: rows.shapes, types: types, storeSets: [[0], [1, 0]], timing: .exact), effort)
}

/// Encodes a chunk of these actions fast and small; what is read of either is the same, and gives the same
/// bytes again.
func expectSame(
  _ payloads: [any Encodable], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let bodies = try [ColumnEffort.fast, .small].map { try chunkBody(payloads, $0) }
  for body in bodies {
    let chunk = try body.withUnsafeBytes { try Chunk($0) }
    #expect(chunk.isWhole && chunk.head.count == payloads.count, sourceLocation: sourceLocation)
    #expect(try chunk.written(.fast) == bodies[0], sourceLocation: sourceLocation)
    #expect(try chunk.written(.small) == bodies[1], sourceLocation: sourceLocation)
  }
}

extension Folder {
  /// Packs a log, and gives its bytes.
  func pack(_ log: [UInt8]) throws -> [UInt8] {
    let name = "packed-\(UUID())"
    let packing = try LogPacking(LogReader(path: write(log, as: "log")))
    let size = try packing.write(to: self.path(name))
    let bytes = try read(name)
    #expect(bytes.count == size)
    return bytes
  }
}
