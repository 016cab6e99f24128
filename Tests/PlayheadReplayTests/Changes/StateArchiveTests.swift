import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import Testing

@testable import PlayheadReplay

/// States in the file of an index.
@Suite struct StateArchiveTests {
  private let file: ChangeFile
  private let archive: StateArchive

  init() throws {
    file = try ChangeFile(for: "test")
    archive = StateArchive(file, limit: 1 << 20)
  }

  private func texts(at step: Step) throws -> [String]? {
    try archive.states(at: step) { _, decoder in try String(from: decoder) } as? [String]
  }

  /// Random letters, which do not pack.
  private static func text(_ count: Int, seed: UInt64) -> String {
    var generator = Seeded(seed: seed)
    return String(
      decoding: (0..<count).map { _ in UInt8.random(in: 65...90, using: &generator) },
      as: UTF8.self)
  }

  @Test func `an archived state is found from its own step up to the next archived one`() throws {
    #expect(archive.step(atOrBefore: 100) == nil)
    let states = (0..<5).map { [Self.text(40_000 + $0, seed: UInt64($0)), "", "b\($0)"] }
    for (place, state) in states.enumerated() {
      try archive.add(state, at: Step(UInt64(place * 10))) { _ in true }
    }
    for (place, state) in states.enumerated() {
      #expect(try texts(at: Step(UInt64(place * 10))) == state)
      #expect(
        archive.step(atOrBefore: Step(UInt64(place * 10 + 9)))?.number == UInt64(place * 10))
    }
    #expect(try texts(at: 5) == nil)
    #expect(archive.step(atOrBefore: Step(.max)) == 40)
  }

  @Test func `archiving a state again after one edit adds at most two pieces`() throws {
    var text = Self.text(400_000, seed: 3)
    try archive.add([text, "x"], at: 1) { _ in true }
    let first = file.directory.pieces.count
    text.insert("!", at: text.index(text.startIndex, offsetBy: 200_000))
    try archive.add([text, "x"], at: 2) { $0 == 0 }
    try archive.add([text, "x"], at: 3) { _ in false }
    #expect(first > 20)
    #expect(file.directory.pieces.count <= first + 2)
    #expect(try texts(at: 3) == [text, "x"])
  }

  /// A file with these states' recipe and one piece.
  private func forged(_ recipe: [UInt8], piece: [UInt8]) throws -> StateArchive {
    let file = try ChangeFile(for: "test")
    _ = try file.addPiece(piece)
    try file.addCheckpoint(1, recipe)
    return StateArchive(file, limit: 1 << 20)
  }

  /// Of so many stores each has a piece of this number so often.
  private static func recipe(stores: Int = 1, piece: Int64 = 0, count: Int = 1) -> [UInt8] {
    let recipe = ByteBuffer()
    recipe.append(varint: stores)
    recipe.append(varint: count)
    RunColumn.write(repeatElement(piece, count: count), to: recipe)
    return recipe.array
  }

  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    let packed = ByteBuffer()
    bytes.withUnsafeBytes { LZ4Frame.append($0, to: packed) }
    return packed.array
  }

  @Test(arguments: [
    ([], packed([1])), ([0xFF, 0xFF, 0xFF, 0xFF, 0x7F], packed([1])),
    // A store more than it tells of, and a piece that is not there.
    (recipe(stores: 2), packed([1])), (recipe(piece: 1), packed([1])),
    (recipe(piece: -1), packed([1])), (recipe(piece: .max), packed([1])),
    (recipe(count: 1_000_000), packed(Array(repeating: 7, count: 32_768))),
    (recipe(), []), (recipe(), [1, 2, 3]), (recipe(), [UInt8](repeating: 0, count: 40_000)),
    (recipe(), packed([UInt8](repeating: 0, count: 40_000))),
  ])
  func `a forged archived state is reported as a fault`(recipe: [UInt8], piece: [UInt8]) throws {
    let archive = try forged(recipe, piece: piece)
    let fault = #expect(throws: IndexFault.self) {
      try archive.states(at: 1) { _, decoder in try String(from: decoder) }
    }
    if case .content? = fault?.reason { return }
    Issue.record("no fault of the content")
  }

  @Test func `a forged state that would unpack to gigabytes is reported as a fault`() throws {
    // Store 1 has the piece a hundred thousand times.
    let archive = try forged(
      Self.recipe(count: 100_000), piece: Self.packed([UInt8](repeating: 97, count: 32_768)))
    #expect(throws: IndexFault.self) {
      try archive.states(at: 1) { _, decoder in try String(from: decoder) }
    }
  }

  @Test func `a state over the size limit is not archived`() throws {
    try archive.add([String(repeating: "a", count: 1 << 20)], at: 1) { _ in true }
    try archive.add(["b"], at: 2) { _ in true }
    #expect(try texts(at: 1) == nil)
    #expect(try texts(at: 2) == ["b"])
  }
}
