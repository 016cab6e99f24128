import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `Nested values` {
  /// What Apple's systems give to secondary threads; debug code, as these tests are, needs some times as much.
  #if DEBUG
    private static let ample = 4096
  #else
    private static let ample = 512
  #endif
  #if DEBUG && !PLAYHEAD_OPTIMIZED
    private static let scarce = 320
  #else
    private static let scarce = 96
  #endif

  @Test func `values nested 256 levels deep encode and decode`() throws {
    try onStack(kilobytes: Self.ample) {
      let chain = try #require(Link.chain(256))
      #expect(try roundTrip(chain).numbers == chain.numbers)
      let supers = try #require(SuperLink.chain(256))
      #expect(try roundTrip(supers).length == 256)
      let tree = (0..<120).reduce(Expression.none) { inner, _ in .list([inner]) }
      #expect(try roundTrip(tree) == tree)
      _ = try CanonicalEncoder().tree(of: tree)
      _ = try CanonicalEncoder().tree(of: chain)
    }
  }

  #if os(macOS) || os(Linux) || os(Windows)
    /// In a process of its own, because threads are given larger stacks that others have left.
    @Test func `coding on a stack that is too small is an error`() async {
      await #expect(processExitsWith: .success) {
        let data = try CompactEncoder().encode(Link.chain(250))
        let supers = try CompactEncoder().encode(SuperLink.chain(250))
        try onStack(kilobytes: Self.scarce) {
          #expect(throws: EncodingError.self) { try CompactEncoder().encode(Link.chain(250)) }
          #expect(throws: EncodingError.self) { try CompactEncoder().encode(SuperLink.chain(250)) }
          #expect(throws: DecodingError.self) { try CompactDecoder().decode(Link.self, from: data) }
          // These need less: whether they fit depends on the build, but they must not trap.
          _ = try? CompactDecoder().decode(SuperLink.self, from: supers)
          _ = try? Value(compact: data)
        }
      }
    }
  #endif

  @Test(arguments: [257, 258, 1_000])
  func `values nested deeper than 256 levels are refused`(depth: Int) throws {
    try onStack(kilobytes: 512) {
      let error = #expect(throws: EncodingError.self) {
        try CompactEncoder().encode(Link.chain(depth))
      }
      #expect(sentence(of: error).contains("nest 256 levels deep"))
      let other = #expect(throws: EncodingError.self) {
        try CompactEncoder().encode(SuperLink.chain(depth + 1))
      }
      #expect(sentence(of: other).contains("nest 256 levels deep"))
    }
  }

  @Test func `rows nested deeper than 256 levels are refused`() throws {
    for depth in [300, 100_000] {
      let (shapes, row) = nested(depth)
      try onStack(kilobytes: 512) {
        row.withUnsafeBytes { row in
          #expect(throws: DecodingError.self) {
            try RowDecoding(shapes: shapes).decode(SuperLink.self, shape: 0, row: row)
          }
          #expect(throws: DecodingError.self) {
            try RowDecoding(shapes: shapes).decode(Int.self, shape: 1, row: row)
          }
          #expect(throws: ByteFault.self) { try Value(shapes: shapes, shape: 0, row: row) }
        }
      }
    }
  }

  /// Rows within rows: a record whose `next` is a nested row of the same shape, and so on.
  private func nested(_ depth: Int) -> ([Shape], [UInt8]) {
    let record = Shape([
      .init(parent: -1, key: "", kind: .record), .init(parent: 0, key: "next", kind: .nested),
    ])
    let alone = Shape([.init(parent: -1, key: "", kind: .nested)])
    let front = ByteBuffer()
    // Each level: a length of the rest, a length of the elements, then the level's row, then a run.
    for level in (0..<depth).reversed() {
      front.append(littleEndian: UInt32(4 + level * 10 + 2))
      front.append(littleEndian: UInt32(level * 10))
    }
    for _ in 0..<depth {
      front.append(0)
      front.append(1)
    }
    return ([record, alone].compactMap { $0 }, front.array)
  }
}

/// What an encoder says of a value that it refuses.
func sentence(of error: EncodingError?) -> String {
  guard case .invalidValue(_, let context) = error else { return "" }
  return context.debugDescription
}
