import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
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

  private func texts(_ archive: StateArchive, at step: Step) throws -> [String]? {
    try archive.states(at: step) { _, decoder in try String(from: decoder) } as? [String]
  }

  /// Random letters, which do not pack.
  private static func text(_ count: Int, seed: UInt64) -> String {
    var generator = Seeded(seed: seed)
    return String(
      decoding: (0..<count).map { _ in UInt8.random(in: 65...90, using: &generator) },
      as: UTF8.self)
  }

  @Test func `archiving a state again after one edit adds at most two pieces`() throws {
    var states = StateArchiveWriter(writer)
    var text = Self.text(400_000, seed: 3)
    try states.add([text, "x"], at: 1, after: .zero) { _ in true }
    let first = states.sections.pieces.count
    text.insert("!", at: text.index(text.startIndex, offsetBy: 200_000))
    try states.add([text, "x"], at: 2, after: .zero) { $0 == 0 }
    try states.add([text, "x"], at: 3, after: .zero) { _ in false }
    #expect(first > 20)
    #expect(states.sections.pieces.count <= first + 2)
    #expect(try texts(archive(states.sections), at: 3) == [text, "x"])
  }
}
