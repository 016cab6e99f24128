import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadValues
import Testing

@testable import PlayheadReplay

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
