import FluxTesting
import PlayheadFlux
import PlayheadLog
import PlayheadValues
import Testing

@testable import PlayheadReplay

/// Indexes that somebody changed with care, so that all checksums are right.
@Suite struct ForgedIndexTests {

  /// The bytes with a checksum of all that is in a section now.
  private static func mended(_ index: [UInt8], _ section: IndexSection) -> [UInt8] {
    var index = index
    let end = section.offset + section.count
    let sum = index[section.offset..<end].withUnsafeBytes {
      IndexFile.checksum($0, at: section.offset)
    }
    withUnsafeBytes(of: sum.littleEndian) { index.replaceSubrange(end..<end + 8, with: $0) }
    return index
  }

  /// Where the last section is, as the end of the file tells.
  private static func last(of index: [UInt8]) -> IndexSection {
    let words = index.suffix(24).withUnsafeBytes { bytes in
      (0..<2).map { Int(bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
    }
    return IndexSection(offset: words[0], count: words[1])
  }

  @Test(arguments: 0..<(Soak.isOn ? 2_000 : 20) as Range<UInt64>)
  func `a change index with forged bytes and right checksums answers without a crash`(seed: UInt64)
    throws
  {
    var generator = Seeded(seed: seed)
    let board = try IndexedBoard()
    var bytes = board.file
    let last = Self.last(of: bytes)
    let mark = try Fingerprint.of(board.session.replay())
    try board.path.write(bytes)
    guard case .index(let file) = IndexFile.find(board.path, for: mark) else {
      throw Unexpected("the index cannot be read")
    }
    let all = file.states.pieces + file.states.checkpoints.map(\.section)
    for _ in 0...Int.random(in: 0..<4, using: &generator) {
      let section =
        Bool.random(using: &generator)
        ? last : try #require(all.randomElement(using: &generator))
      guard section.count > 0 else { continue }
      let place = section.offset + Int.random(in: 0..<section.count, using: &generator)
      let new = [0, 1, 2, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
      bytes[place] = try #require(new.randomElement(using: &generator))
      bytes = Self.mended(bytes, section)
    }
    try board.path.write(bytes)
    let replay = try board.session.replay()
    let index = try board.index(replay)
    // An index that was forged with care lies, as a log may.
    _ = try board.answers(of: index)
    // A state that was forged with care is another state; one that cannot be is not believed.
    _ = try replay.state(at: 90)
  }

  @Test func `the change index answers for a list index or a step that no state has`() throws {
    let board = try IndexedBoard()
    let index = try board.index(in: nil)
    for place in [-1, .min, .max, 1 << 40] {
      let path = StatePath([.field("board"), .field("lists"), .index(place)])
      #expect(try index.history(of: path, at: 100).isEmpty)
      #expect(try index.lastTouch(of: path, atOrBefore: Step(.max)) == nil)
    }
    let path = try StatePath("board")
    #expect(try index.lastChange(of: path, atOrBefore: Step(.max)) != nil)
    #expect(try index.laterChanges(of: path, after: Step(.max)).isEmpty)
  }
}
