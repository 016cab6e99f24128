import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadValues
import Testing

@testable import PlayheadReplay

/// Indexes that somebody changed with care, so that all checksums are right.
@Suite struct ForgedIndexTests {
  private static let isSoak = IndexDamageTests.isSoak

  /// The bytes with a checksum of all that is in a section now.
  private static func mended(_ index: [UInt8], _ section: ChangeDirectory.Section) -> [UInt8] {
    var index = index
    let end = section.offset + section.count
    let sum = index[section.offset..<end].withUnsafeBytes {
      ChangeFile.checksum($0, at: section.offset)
    }
    withUnsafeBytes(of: sum.littleEndian) { index.replaceSubrange(end..<end + 8, with: $0) }
    return index
  }

  /// Where the directory is, as the end of the file tells.
  private static func directory(of index: [UInt8]) -> ChangeDirectory.Section {
    let words = index.suffix(24).withUnsafeBytes { bytes in
      (0..<2).map { Int(bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
    }
    return ChangeDirectory.Section(offset: words[0], count: words[1])
  }

  @Test(arguments: 0..<(isSoak ? 2_000 : 60) as Range<UInt64>)
  func `a forged index answers or reports a fault, and never crashes`(seed: UInt64) throws {
    var generator = Seeded(seed: seed)
    let board = try IndexedBoard()
    var bytes = board.file
    let directory = Self.directory(of: bytes)
    let all = try bytes[directory.offset..<directory.offset + directory.count].withUnsafeBytes {
      try ChangeDirectory($0, sectionsBefore: directory.offset).sections
    }
    for _ in 0...Int.random(in: 0..<4, using: &generator) {
      let section =
        Bool.random(using: &generator)
        ? directory : try #require(all.randomElement(using: &generator))
      guard section.count > 0 else { continue }
      let place = section.offset + Int.random(in: 0..<section.count, using: &generator)
      let new = [0, 1, 2, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
      bytes[place] = try #require(new.randomElement(using: &generator))
      bytes = Self.mended(bytes, section)
    }
    try board.path.write(bytes)
    let replay = try board.session.replay()
    let index = try board.index(replay)
    do {
      _ = try board.answers(of: index)
    } catch let fault as IndexFault {
      #expect(fault.reason != .foreign && fault.file == board.path)
    }
    // A state that was forged with care is another state; one that cannot be is not believed.
    _ = try replay.state(at: 90)
  }

  /// A directory with these columns of paths, blocks, postings, pieces and states; each column is one run.
  private static func directory(_ columns: (ByteBuffer) -> Void) -> [UInt8] {
    let bytes = ByteBuffer()
    bytes.append(string: "mark")
    columns(bytes)
    return bytes.array
  }

  private static let largest = Int64.max

  /// What no index has, behind a mark: numbers of paths and so on, and the columns behind each.
  private static let strange: [[UInt8]] = [
    // A path within itself, and within one that comes later.
    directory { bytes in
      bytes.append(varint: 1)
      RunColumn.write([1], to: bytes)
      bytes.append(string: "a")
    },
    directory { bytes in
      bytes.append(varint: 2)
      RunColumn.write([2, 0], to: bytes)
      for name in ["a", "b"] { bytes.append(string: name) }
    },
    directory { bytes in
      bytes.append(varint: 1)
      RunColumn.write([-1], to: bytes)
      bytes.append(string: "a")
    },
    blocks([-1], [5]), blocks([5], [1]), blocks([1, 2], [5, 9]), blocks([9, 1], [10, 5]),
    blocks([0], [-1]), blocks([largest], [.min]),
    postings(path: 1), postings(path: -1), postings(path: largest), postings(layer: 2),
    postings(block: 1), postings(block: -1), postings(offset: -1), postings(offset: 101),
    postings(count: 101), postings(count: -1), postings(offset: largest, count: largest),
    postings(times: 2), directory { $0.append(varint: RunColumn.limit + 1) },
    directory { $0.append(varint: UInt64.max) },
  ]

  private static func blocks(_ first: [Int64], _ last: [Int64]) -> [UInt8] {
    directory { bytes in
      bytes.append(varint: 0)
      bytes.append(varint: first.count)
      RunColumn.write(first, to: bytes)
      RunColumn.write(last, to: bytes)
      for _ in 0..<6 { bytes.append(varint: 0) }
    }
  }

  private static func postings(
    path: Int64 = 0, layer: Int64 = 0, block: Int64 = 0, offset: Int64 = 0, count: Int64 = 1,
    times: Int = 1
  ) -> [UInt8] {
    directory { bytes in
      bytes.append(varint: 0)
      bytes.append(varint: 1)
      for step: Int64 in [1, 9] { RunColumn.write([step], to: bytes) }
      bytes.append(varint: times)
      for number in [path, layer, block, offset, count] {
        RunColumn.write(repeatElement(number, count: times), to: bytes)
      }
      for _ in 0..<5 { bytes.append(varint: 0) }
    }
  }

  @Test(arguments: strange)
  func `an impossible index directory is reported as a fault`(bytes: [UInt8]) {
    #expect(throws: ByteFault.self) {
      try bytes.withUnsafeBytes { _ = try ChangeDirectory($0, sectionsBefore: 100) }
    }
  }

  @Test func `an index directory reads back as it was written`() throws {
    let board = try IndexedBoard()
    let section = Self.directory(of: board.file)
    let bytes = Array(board.file[section.offset..<section.offset + section.count])
    let read = try bytes.withUnsafeBytes {
      try ChangeDirectory($0, sectionsBefore: section.offset)
    }
    #expect(read.bytes() == bytes)
    // How many states are kept depends on how long replaying takes.
    #expect(read.paths.count > 5 && !read.blocks.isEmpty && !read.checkpoints.isEmpty)
    let whole = Self.postings(offset: 99)
    #expect(throws: Never.self) {
      try whole.withUnsafeBytes { _ = try ChangeDirectory($0, sectionsBefore: 100) }
    }
  }

  @Test func `list indexes that no list can have find no changes`() throws {
    let board = try IndexedBoard()
    let index = try board.index(in: nil)
    for place in [-1, .min, .max, Posting.placeLimit] {
      let path = StatePath([.field("board"), .field("lists"), .index(place)])
      #expect(try index.history(of: path, at: 100).isEmpty)
      #expect(try index.lastTouch(of: path, atOrBefore: Step(.max)) == nil)
    }
  }

  @Test func `the index answers for a step after the last one`() throws {
    let board = try IndexedBoard()
    let index = try board.index(in: nil)
    let path = try StatePath("board")
    #expect(try index.lastChange(of: path, atOrBefore: Step(.max)) != nil)
    #expect(try index.laterChanges(of: path, after: Step(.max)).isEmpty)
  }
}

extension ChangeDirectory {
  /// Every part of the file that it tells of.
  var sections: [Section] {
    pieces + checkpoints.map(\.section) + allPostings.map(\.posting.section)
  }
}
