import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
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

/// Whatever happens to an index's file, what it says is right.
@Suite struct IndexDamageTests {
  /// One of the harms that come to a file: a flipped bit, a sector of zeros or of another place, a cut.
  private static func harm(_ bytes: inout [UInt8], _ generator: inout Seeded) {
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    let sector = place / 512 * 512..<min(place / 512 * 512 + 512, bytes.count)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes.replaceSubrange(sector, with: [UInt8](repeating: 0, count: sector.count))
    case 1: bytes.replaceSubrange(sector, with: bytes.prefix(sector.count))
    case 2: bytes.removeLast(bytes.count - place)
    case 3:
      let page = (place / 4_096 * 4_096..<min(place / 4_096 * 4_096 + 4_096, bytes.count))
      bytes.replaceSubrange(page, with: bytes.suffix(page.count))
    default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    }
  }

  @Test(arguments: 0..<(Soak.isOn ? 40 : 4) as Range<UInt64>)
  func `a change index whose file is damaged still gives right answers`(seed: UInt64) throws {
    var generator = Seeded(seed: seed)
    let board = try IndexedBoard()
    let whole = board.file
    var remade = 0
    for _ in 0..<25 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
        Self.harm(&bytes, &generator)
      }
      try board.path.write(bytes)
      let replay = try board.session.replay()
      var isMade = false
      let index = try board.index(replay) { _ in isMade = true }
      remade += isMade ? 1 : 0
      #expect(try board.answers(of: index) == board.answers)
      for step in [Step(110), 57, 3] {
        #expect(try replay.state(at: step) == board.session.live[step.number])
      }
    }
    #expect(remade > 3)
  }
}

/// States in the file of an index.
@Suite struct StateArchiveTests {
  private let folder: Folder
  private let writer: IndexWriter

  init() throws {
    folder = try Folder()
    writer = IndexWriter(folder.path("index"), mode: .owner)
    writer.begin()
  }

  /// The states, read from the file.
  private func archive(_ sections: StateSections) throws -> StateArchive {
    try #require(writer.finish(WindowIndex(fingerprint: "test"), sections))
    guard case .index(let file) = IndexFile.find(folder.path("index"), for: "test") else {
      throw ByteFault.malformed("the index", at: 0)
    }
    return StateArchive(file)
  }

  private func texts(
    _ archive: StateArchive, at step: Step, of count: Int
  ) throws -> [String]? {
    try archive.states(at: step, of: count) { _, decoder in try String(from: decoder) } as? [String]
  }

  /// A file with these states' recipe and one piece.
  private func forged(_ recipe: [UInt8], piece: [UInt8]) throws -> StateArchive {
    var sections = StateSections()
    sections.pieces = [writer.add(piece)]
    sections.checkpoints = [.init(step: 1, section: writer.add(recipe))]
    return try archive(sections)
  }

  /// The encoded numbers of each store's pieces.
  private static func recipe(_ pieces: [[Int]] = [[0]]) -> [UInt8] {
    [UInt8]((try? CompactEncoder().encode(pieces)) ?? Data())
  }

  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    let packed = ByteBuffer()
    bytes.withUnsafeBytes { LZ4Frame.append($0, to: packed) }
    return packed.array
  }

  @Test(arguments: [
    ([], packed([1])), ([0xFF, 0xFF, 0xFF, 0xFF, 0x7F], packed([1])),
    // A recipe that is cut short, and a piece that is not there.
    (Array(recipe().dropLast()), packed([1])), (recipe([[1]]), packed([1])),
    (recipe([[-1]]), packed([1])), (recipe([[.max]]), packed([1])),
    // Gigabytes, of which a hundred thousand times the same piece.
    (
      recipe([Array(repeating: 0, count: 100_000)]), packed(Array(repeating: 97, count: 32_768))
    ),
    (recipe(), []), (recipe(), [1, 2, 3]), (recipe(), [UInt8](repeating: 0, count: 40_000)),
    (recipe(), packed([UInt8](repeating: 0, count: 40_000))),
  ])
  func `a forged archived state is reported as a fault`(recipe: [UInt8], piece: [UInt8]) throws {
    let archive = try forged(recipe, piece: piece)
    #expect(throws: (any Error).self) { try texts(archive, at: 1, of: 1) }
  }
}
