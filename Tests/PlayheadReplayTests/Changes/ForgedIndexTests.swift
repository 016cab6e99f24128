import FluxTesting
import PlayheadCoding
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

  @Test(arguments: 0..<(Soak.isOn ? 2_000 : 60) as Range<UInt64>)
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
      Issue.record("the index cannot be read")
      return
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

  /// The last section of an index with these parts.
  private static func index(
    bounds: [Int64] = [0, 9], paths: [(parent: Int, name: String)] = [], windows: [[Int64]] = [[0]],
    states: (ByteBuffer) -> Void = { bytes in for _ in 0..<2 { bytes.append(varint: 0) } }
  ) -> [UInt8] {
    let bytes = ByteBuffer()
    bytes.append(string: "mark")
    bytes.append(varint: bounds.count)
    RunColumn.write(bounds, to: bytes)
    bytes.append(varint: paths.count)
    for path in paths {
      bytes.append(varint: path.parent)
      bytes.append(string: path.name)
    }
    for windows in windows {
      bytes.append(varint: windows.count)
      RunColumn.write(windows, to: bytes)
    }
    for _ in 0..<2 { bytes.append(varint: 0) }
    states(bytes)
    return bytes.array
  }

  private static func states(
    offset: Int64 = 0, count: Int64 = 1, steps: [Int64] = []
  ) -> [UInt8] {
    index { bytes in
      bytes.append(varint: 1)
      RunColumn.write([offset], to: bytes)
      RunColumn.write([count], to: bytes)
      bytes.append(varint: steps.count)
      RunColumn.write(steps, to: bytes)
      for _ in 0..<2 { RunColumn.write(steps.map { _ in 0 }, to: bytes) }
    }
  }

  private static let largest = Int64.max

  /// What no index has.
  private static let strange: [[UInt8]] = [
    index(bounds: [5, 5]), index(bounds: [5, 1]), index(bounds: [-1, 5]),
    // A path within itself, and within one that comes later.
    index(paths: [(1, "a")], windows: [[], []]),
    index(paths: [(2, "a"), (0, "b")], windows: [[], [], []]),
    index(windows: [[1]]), index(windows: [[-1]]), index(windows: [[0, 0]]),
    index(windows: [[largest]]), index(bounds: [0, 4, 9], windows: [[1, 0]]), index(windows: []),
    states(offset: -1), states(offset: 101), states(count: 101), states(count: -1),
    states(offset: largest, count: largest), states(steps: [5, 5]), states(steps: [-1]),
  ]

  private static func read(_ bytes: [UInt8]) throws -> (WindowIndex, StateSections) {
    try bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      let index = try WindowIndex(from: &reader)
      return (index, try StateSections(from: &reader, before: 100))
    }
  }

  @Test(arguments: strange)
  func `reading a change index with impossible values throws a fault`(bytes: [UInt8]) {
    #expect(throws: ByteFault.self) { try Self.read(bytes) }
  }

  @Test func `a change index reads back as it was written`() throws {
    let index = Self.index(
      bounds: [0, 4, 9], paths: [(0, "a"), (1, "b")], windows: [[0], [1], [0, 1]])
    let (read, _) = try Self.read(index)
    #expect(read.bounds == [0, 4, 9] && read.paths.map(\.name) == ["", "a", "b"])
    #expect(read.windows(touching: try StatePath("a.c")) == [0...4, 4...9])
    #expect(read.windows(touching: try StatePath("c")) == [0...4])
    _ = try Self.read(Self.states(offset: 99, steps: [1, 5]))
  }

  @Test func `a path with an impossible list index has no history`() throws {
    let board = try IndexedBoard()
    let index = try board.index(in: nil)
    for place in [-1, .min, .max, 1 << 40] {
      let path = StatePath([.field("board"), .field("lists"), .index(place)])
      #expect(try index.history(of: path, at: 100).isEmpty)
      #expect(try index.lastTouch(of: path, atOrBefore: Step(.max)) == nil)
    }
  }

  @Test func `the change index answers for a step after the last one`() throws {
    let board = try IndexedBoard()
    let index = try board.index(in: nil)
    let path = try StatePath("board")
    #expect(try index.lastChange(of: path, atOrBefore: Step(.max)) != nil)
    #expect(try index.laterChanges(of: path, after: Step(.max)).isEmpty)
  }
}
