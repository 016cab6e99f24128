import PlayheadCoding
import PlayheadFlux
import PlayheadValues
import Testing

@testable import PlayheadReplay

@Suite struct PostingTests {
  private static func posting(_ count: UInt64, lists: Int, seed: UInt64) -> Posting {
    var generator = Seeded(seed: seed)
    var posting = Posting(lists: lists)
    for number in 0..<count {
      let places = (0..<lists).map { _ in Int.random(in: 0..<9, using: &generator) }
      let event = Posting.Event(rawValue: Int64.random(in: 0...3, using: &generator)) ?? .set
      posting.append(100 + number / 2, event, at: places, seed % 2 == 0 ? .int(7) : nil)
    }
    return posting
  }

  private static func read(
    _ bytes: [UInt8], lists: Int, of block: ClosedRange<UInt64> = 100...400
  ) throws -> Posting {
    try bytes.withUnsafeBytes { try Posting($0, lists: lists, of: block) }
  }

  @Test(arguments: [0, 1, 200] as [UInt64], [0, 1, 3])
  func `a posting reads back as it was written`(count: UInt64, lists: Int) throws {
    for seed in 1...2 as ClosedRange<UInt64> {
      let posting = Self.posting(count, lists: lists, seed: seed)
      let read = try Self.read(posting.bytes(), lists: lists)
      #expect(read.steps == posting.steps && read.events == posting.events)
      #expect(read.places == posting.places && read.values == posting.values)
    }
  }

  @Test func `a posting with steps outside its block is refused`() throws {
    let bytes = Self.posting(20, lists: 1, seed: 1).bytes()
    for block in [101...400, 0...108, 0...99] as [ClosedRange<UInt64>] {
      #expect(throws: ByteFault.self) { try Self.read(bytes, lists: 1, of: block) }
    }
    _ = try Self.read(bytes, lists: 1, of: 100...109)
  }

  @Test func `a posting that is read for another number of lists is refused`() {
    let bytes = Self.posting(20, lists: 2, seed: 1).bytes()
    for lists in [0, 1, 3] {
      #expect(throws: ByteFault.self) { try Self.read(bytes, lists: lists) }
    }
  }

  @Test func `a posting with too many events is refused before memory is allocated for them`() {
    let bytes = ByteBuffer()
    bytes.append(0 as UInt8)
    bytes.append(varint: RunColumn.limit + 1)
    #expect(throws: ByteFault.malformed("a column", at: 4)) { try Self.read(bytes.array, lists: 0) }
  }

  @Test func `a posting with changed bytes is refused, or read with its steps in order`() throws {
    var generator = Seeded(seed: 6)
    var count = 0
    for number in 0..<2_000 {
      // Not packed, as the checksum of what is packed lets nothing pass.
      var bytes = Self.posting(12, lists: number % 3, seed: UInt64(number)).bytes()
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[bytes.indices.randomElement(using: &generator) ?? 0] = UInt8(
          truncatingIfNeeded: generator.next())
      }
      guard let posting = try? Self.read(bytes, lists: number % 3) else { continue }
      count += 1
      #expect(posting.steps == posting.steps.sorted())
      #expect(posting.steps.allSatisfy { 100...400 ~= $0 })
      #expect(posting.places.joined().allSatisfy { 0..<Posting.placeLimit ~= $0 })
      #expect(posting.events.count == posting.count && posting.values.count == posting.count)
    }
    #expect(count > 50)
  }
}
