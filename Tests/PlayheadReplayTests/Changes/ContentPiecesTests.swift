import PlayheadFlux
import Testing

@testable import PlayheadReplay

@Suite struct ContentPiecesTests {
  private static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var generator = Seeded(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  private static func cut(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.withUnsafeBytes { ContentPieces.cut($0) }.map { bytes[$0] }
  }

  @Test(arguments: [0, 1, 2_048, 2_049, 32_768, 32_769, 200_000])
  func `ContentPieces cuts bytes into pieces of limited size that join to the same bytes`(
    count: Int
  ) {
    for bytes in [Self.bytes(count, seed: 1), [UInt8](repeating: 0, count: count)] {
      let pieces = Self.cut(bytes)
      #expect(Array(pieces.joined()) == bytes)
      #expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= ContentPieces.longest })
      #expect(pieces.dropLast().allSatisfy { $0.count > 2_048 })
    }
  }

  @Test
  func `changing or inserting one byte changes at most two of the pieces that ContentPieces cuts`()
  {
    let bytes = Self.bytes(300_000, seed: 2)
    let pieces = Set(Self.cut(bytes))
    #expect(pieces.count > 20)
    var (changed, longer) = (bytes, bytes)
    changed[150_000] ^= 1
    longer.insert(7, at: 150_000)
    for other in [changed, longer] {
      #expect(Set(Self.cut(other)).subtracting(pieces).count <= 2)
    }
  }
}
