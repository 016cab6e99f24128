import Testing

@testable import PlayheadReplay

@Suite struct PieceCacheTests {
  private func piece(_ number: Int) -> [UInt8] {
    Array(repeating: UInt8(truncatingIfNeeded: number), count: 10)
  }

  @Test func `a piece that is used again and again stays in the cache`() {
    var cache = PieceCache(limit: 100)
    cache.keep(0, piece(0))
    for number in 1...1_000 as ClosedRange<Int> {
      cache.keep(number, piece(number))
      #expect(cache.piece(0) == piece(0))
      #expect(cache.piece(number) == piece(number))
    }
    #expect(cache.piece(1) == nil)
  }

  @Test func `the piece cache stays within its size limit`() {
    var cache = PieceCache(limit: 100)
    for number in 0..<1_000 as Range<Int> { cache.keep(number, piece(number)) }
    #expect((0..<1_000 as Range<Int>).count { cache.piece($0) != nil } <= 10)
    #expect(cache.piece(999) == piece(999))
  }
}
