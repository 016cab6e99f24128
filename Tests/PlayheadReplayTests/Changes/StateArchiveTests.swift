import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import Testing

@testable import PlayheadReplay

/// States in the file of an index.
@Suite struct StateArchiveTests {
  private let file: ChangeFile
  private let archive: StateArchive

  init() throws {
    file = try ChangeFile(.memory, for: "test")
    archive = try StateArchive(file, limit: 1 << 20)
  }

  private func texts(at step: Step) throws -> [String]? {
    try archive.states(at: step) { _, decoder in try String(from: decoder) } as? [String]
  }

  private func count(_ table: String) throws -> UInt64? {
    try file.database.statement("SELECT count(*) FROM \(table)").number()
  }

  /// Random letters, which do not pack.
  private static func text(_ count: Int, seed: UInt64) -> String {
    var generator = Seeded(seed: seed)
    return String(
      decoding: (0..<count).map { _ in UInt8.random(in: 65...90, using: &generator) },
      as: UTF8.self)
  }

  @Test func `what was kept is found again, at its step and at none after it before the next`()
    throws
  {
    #expect(try archive.step(atOrBefore: 100) == nil)
    let states = (0..<5).map { [Self.text(40_000 + $0, seed: UInt64($0)), "", "b\($0)"] }
    for (place, state) in states.enumerated() {
      try archive.add(state, at: Step(UInt64(place * 10))) { _ in true }
    }
    for (place, state) in states.enumerated() {
      #expect(try texts(at: Step(UInt64(place * 10))) == state)
      #expect(
        try archive.step(atOrBefore: Step(UInt64(place * 10 + 9)))?.number == UInt64(place * 10))
    }
    #expect(try texts(at: 5) == nil)
    #expect(try archive.step(atOrBefore: Step(.max)) == 40)
  }

  @Test func `of a state that changed in one place a piece or two are kept again`() throws {
    var text = Self.text(400_000, seed: 3)
    try archive.add([text, "x"], at: 1) { _ in true }
    let first = try #require(try count("piece"))
    text.insert("!", at: text.index(text.startIndex, offsetBy: 200_000))
    try archive.add([text, "x"], at: 2) { $0 == 0 }
    try archive.add([text, "x"], at: 3) { _ in false }
    #expect(first > 20)
    #expect(try #require(try count("piece")) <= first + 2)
    #expect(try texts(at: 3) == [text, "x"])
  }

  @Test(arguments: [
    "UPDATE checkpoint SET content = x''", "UPDATE checkpoint SET content = x'FFFFFFFF7F'",
    "UPDATE checkpoint SET content = 'text'", "UPDATE checkpoint SET content = 17",
    // One store with a million pieces or so, of which the first is not there.
    "UPDATE checkpoint SET content = x'01808080010201FFFF7F'",
    "DELETE FROM piece", "UPDATE piece SET content = x''", "UPDATE piece SET content = NULL",
    "UPDATE piece SET content = zeroblob(40000)", "UPDATE piece SET content = randomblob(1000)",
    "UPDATE piece SET id = id + 100",
  ])
  func `what was forged is a fault`(change: String) throws {
    try archive.add([Self.text(30_000, seed: 4), "x"], at: 1) { _ in true }
    try file.database.run(change)
    let fault = #expect(throws: IndexFault.self) { try texts(at: 1) }
    #expect(fault?.isDamage == true)
  }

  @Test func `a state of a few bytes that would take gigabytes is a fault`() throws {
    try archive.add([String(repeating: "a", count: 32_768)], at: 1) { _ in true }
    // Store 1 has the piece 1 a hundred thousand times.
    let recipe = ByteBuffer()
    recipe.append(varint: 1)
    recipe.append(varint: 100_000)
    RunColumn.write(repeatElement(1, count: 100_000), to: recipe)
    try file.database.statement("UPDATE checkpoint SET content = ?").run([], bytes: recipe.array)
    #expect(throws: IndexFault.self) { try texts(at: 1) }
  }

  @Test func `states that are too large are not kept`() throws {
    try archive.add([String(repeating: "a", count: 1 << 20)], at: 1) { _ in true }
    try archive.add(["b"], at: 2) { _ in true }
    #expect(try texts(at: 1) == nil)
    #expect(try texts(at: 2) == ["b"])
  }

  @Test func `a step that is none is a fault`() throws {
    try archive.add(["x"], at: 1) { _ in true }
    try file.database.run("UPDATE checkpoint SET step = -7")
    #expect(throws: IndexFault.self) { try archive.step(atOrBefore: 5) }
  }
}
