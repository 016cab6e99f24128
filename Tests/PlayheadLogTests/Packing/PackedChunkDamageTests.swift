import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadValues
import Testing

/// Bytes that no packer wrote: an error, or rows, and never a trap or memory without bound.
@Suite struct PackedChunkDamageTests {
  private func bodies() throws -> [[UInt8]] {
    let plain = [
      try chunkBody([Everything(), Everything(), Insert(), Empty()]),
      try chunkBody((0..<40).map { Insert(position: $0 * $0, text: "text \($0 % 3)") }),
      try chunkBody((0..<40).map { [Double($0) / 8, .nan] }),
    ]
    return try plain.map { try #require(try PackedChunk.packed($0)) }
  }

  /// Reads all of it; gives the size of what it unpacks to, or nil for an error.
  @discardableResult
  private func read(_ body: [UInt8]) -> Int? {
    do {
      let plain = try PackedChunk.unpacked(body)
      let chunk = try plain.withUnsafeBytes { try Chunk($0) }
      for index in 0..<chunk.head.count {
        _ = try chunk.payload(of: index) { shape, row in
          try Value(shapes: chunk.shapes, shape: shape, row: row)
        }
      }
      return plain.count
    } catch is ByteFault {
      return nil
    } catch {
      Issue.record(error)
      return nil
    }
  }

  @Test func `every flipped byte gives an error or rows`() throws {
    for body in try bodies() {
      #expect(read(body) != nil)
      for index in body.indices {
        for flip in [1, 0x80, 0xFF] as [UInt8] {
          var damaged = body
          damaged[index] ^= flip
          read(damaged)
        }
      }
    }
  }

  @Test func `every cut gives an error`() throws {
    for body in try bodies() {
      for length in body.indices { #expect(read(Array(body[..<length])) == nil) }
    }
  }

  @Test(arguments: 0..<300) func `noise in the middle gives an error or rows`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for var body in try bodies() {
      for _ in 0...generator.below(8) {
        body[generator.below(body.count)] = [0, 1, 0x7F, 0x80, 0xFF][generator.below(5)]
      }
      if let size = read(body) { #expect(size <= body.count * LogFormat.packedRatio) }
    }
  }

  @Test func `a column that never changes unpacks to no more than the limit`() throws {
    let body = try chunkBody([Empty](repeating: Empty(), count: 30_000), timing: .coarse) {
      ($0.type, $0.cause) = (0, nil)
    }
    let packed = try #require(try PackedChunk.packed(body))
    #expect(body.count <= packed.count * LogFormat.packedRatio)
    #expect(try PackedChunk.unpacked(packed) == body)
  }

  @Test func `a count that the bytes do not bear is refused`() throws {
    // The first step, 2⁴⁰ actions, no outcomes, coarse times, and runs of zeros ever after.
    let head = ByteBuffer()
    for number in [1, 1 << 40, 0] { head.append(varint: number) }
    let body = head.array + [UInt8](repeating: 0, count: 100)
    #expect(read(body) == nil)
  }

  @Test func `what is too large to be packed is left as it is`() throws {
    let text = String(repeating: "all work and no play ", count: 250_000)
    let body = try chunkBody([Insert(text: text)])
    #expect(try PackedChunk.packed(body) == nil)
  }

  @Test func `more actions than a packed chunk may have are left as they are`() throws {
    let body = try chunkBody([Empty](repeating: Empty(), count: 65_537))
    #expect(try PackedChunk.packed(body) == nil)
    let most = try chunkBody([Empty](repeating: Empty(), count: 65_536))
    #expect(try PackedChunk.unpacked(try #require(try PackedChunk.packed(most))) == most)
  }

  @Test func `what a later version has behind the columns stays`() throws {
    let body = try chunkBody([Insert()]) + [9, 9, 9]
    let packed = try #require(try PackedChunk.packed(body))
    #expect(try PackedChunk.unpacked(packed) == body)
  }
}
