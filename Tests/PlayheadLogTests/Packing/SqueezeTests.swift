import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import Testing

/// What a short log's records are squeezed to, and back.
@Suite struct SqueezeTests {
  private func squeezed(_ records: [UInt8]) -> [UInt8]? {
    let body = ByteBuffer()
    return records.withUnsafeBytes { Squeeze.append($0, to: body) } ? body.array : nil
  }

  private func read(_ body: [UInt8]) throws -> [UInt8] {
    try body.withUnsafeBytes { try Squeeze.read($0) }
  }

  @Test(arguments: 0..<40) func `anything comes back`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let alphabet = 1 + generator.below(256)
    let count = generator.below(600)
    let records = (0..<count).map { _ in UInt8(generator.below(alphabet)) }
    guard let body = squeezed(records) else { return }
    #expect(try read(body) == records)
  }

  @Test func `nothing, one byte, zeros and their opposites come back`() throws {
    for records in [[], [0], [0xFF], [0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]] {
      #expect(try read(try #require(squeezed(records))) == records)
    }
  }

  @Test func `words take less than LZ4 leaves of them`() throws {
    let text = "the quick brown fox jumps over the lazy dog, and the dog is not amused by that fox"
    let records = Array(text.utf8)
    let frame = ByteBuffer()
    records.withUnsafeBytes { LZ4Frame.append($0, level: .high, to: frame) }
    // The frame's header and checksum.
    #expect(try #require(squeezed(records)).count < (frame.count - 27) * 9 / 10)
  }

  @Test func `the same bytes give the same code on every platform`() throws {
    let code = try #require(squeezed(Array("abracadabra abracadabra".utf8)))
    #expect(code == [23, 158, 93, 22, 131, 39, 233, 192, 136, 98, 105])
  }

  @Test func `what is long, or of one byte alone, is left to LZ4`() {
    #expect(squeezed([UInt8](repeating: 1, count: Squeeze.limit)) == nil)
    #expect(squeezed((0...Squeeze.limit).map { UInt8(truncatingIfNeeded: $0) }) == nil)
  }

  @Test(arguments: 0..<100) func `noise gives no more bytes than it says, and at most a limit`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let noise = (0..<generator.below(40)).map { _ in UInt8(generator.below(256)) }
    do {
      #expect(try read(noise).count <= min(Squeeze.limit, noise.count * 64))
    } catch is ByteFault {
      return
    }
  }
}
