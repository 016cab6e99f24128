import FluxTesting
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRepair
import PlayheadValues
import Testing

/// Bytes that no writer wrote: an error, or rows, and never a trap or memory without bound.
@Suite struct ColumnDamageTests {
  private func bodies() throws -> [[UInt8]] {
    let payloads: [[any Encodable]] = [
      [Everything(), Everything(), Insert(), Empty()],
      (0..<40).map { Insert(position: $0 * $0, text: "text \($0 % 3)") },
      (0..<40).map { [Double($0) / 8, .nan] },
    ]
    return try payloads.flatMap { payloads in
      try [ColumnEffort.fast, .small].map { try chunkBody(payloads, $0) }
    }
  }

  /// Reads all of it; gives the size of its rows, or nil for an error.
  @discardableResult
  private func read(_ body: [UInt8]) -> Int? {
    do {
      let chunk = try body.withUnsafeBytes { try Chunk($0) }
      for index in 0..<chunk.head.count {
        _ = try chunk.payload(of: index) { shape, row in
          try Value(shapes: chunk.shapes, shape: shape, row: row)
        }
      }
      return chunk.rowBytes
    } catch is ByteFault {
      return nil
    } catch {
      Issue.record(error)
      return nil
    }
  }

  @Test func `reading a chunk with a changed byte gives an error or rows, without a trap`() throws {
    for body in try bodies() {
      #expect(read(body) != nil)
      for index in body.indices {
        // One flip of each third byte unless there is time.
        for (number, flip) in ([1, 0x80, 0xFF] as [UInt8]).enumerated()
        where Soak.isOn || number == index % 9 {
          var damaged = body
          damaged[index] ^= flip
          read(damaged)
        }
      }
    }
  }

  @Test func `reading a chunk that is cut off at any byte gives an error`() throws {
    for body in try bodies() {
      for length in body.indices where Soak.isOn || length % 3 == 0 {
        #expect(read(Array(body[..<length])) == nil)
      }
    }
  }

  @Test(arguments: 0..<(Soak.isOn ? 300 : 20))
  func `reading a chunk with some overwritten bytes gives an error or rows`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    for var body in try bodies() {
      for _ in 0...generator.below(8) {
        body[generator.below(body.count)] = [0, 1, 0x7F, 0x80, 0xFF][generator.below(5)]
      }
      if let size = read(body) {
        #expect(size <= body.count * 10 + LogFormat.credit(of: body.count))
      }
    }
  }

  @Test(arguments: [ColumnEffort.fast, .small])
  func `3,000 equal rows take less than 100 bytes, and 200,000 take more to protect the reader`(
    effort: ColumnEffort
  )
    throws
  {
    for count in [3_000, 200_000] {
      let draft = ChunkDraft(firstStep: 1)
      let rows = RowEncoding()
      let facts = ActionFacts(
        type: 0, shape: try rows.encode(Empty()), moment: Moment(monotonic: 0, wall: 0), cause: nil)
      for index in 0..<count {
        draft.append(facts, row: rows.bytes.bytes)
        draft.setOutcome(of: index, changed: 0, nanoseconds: 0)
      }
      let body = try draft.encoded(
        .init(
          shapes: rows.shapes, types: [ActionType(name: "A")], storeSets: [[]], timing: .exact),
        effort)
      #expect(read(body) == count)
      #expect((body.count < 100) == (count == 3_000), "\(count): \(body.count)")
    }
  }

  @Test func `a row count that is too large for the chunk's bytes is an error`() throws {
    // The first step, 2⁴⁰ actions, no outcomes, coarse times, and zeros ever after.
    let head = ByteBuffer()
    for number in [1, 1 << 40, 0] { head.append(varint: number) }
    #expect(read(head.array + [UInt8](repeating: 0, count: 100)) == nil)
    // Runs of more numbers than 1,024 for each byte of the body.
    for (count, isRead) in [(8_000, true), (20_000, false)] {
      #expect((read(Hostile.emptyActions(count)) != nil) == isRead, "\(count)")
    }
  }

  @Test
  func `a chunk with a text that is too large for the compact forms stores it in the plain form`()
    throws
  {
    let text = String(repeating: "all work and no play ", count: 250_000)
    #expect(try chunkBody([Insert(text: text)], .small).count > text.utf8.count)
    try expectSame([Insert(text: text)])
  }

  @Test func `reading a chunk skips bytes of a later version after the columns`() throws {
    let body = try chunkBody([Insert()]) + [9, 9, 9]
    #expect(read(body) != nil)
    #expect(try !body.withUnsafeBytes { try Chunk($0) }.isWhole)
  }
}
