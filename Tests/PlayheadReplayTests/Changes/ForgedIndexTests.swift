import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadValues
import Testing

@testable import PlayheadReplay

/// Indexes that somebody changed with care, so that all checksums are right.
@Suite struct ForgedIndexTests {
  private static let largest = "9223372036854775807"

  @Test(arguments: [
    "UPDATE block SET last = -5", "UPDATE block SET first = -1", "UPDATE block SET last = NULL",
    "UPDATE block SET last = 'x'", "UPDATE block SET last = \(largest)", "DELETE FROM block",
    "UPDATE block SET first = first + 50", "UPDATE block SET first = \(largest)",
    "UPDATE posting SET block = -1", "UPDATE posting SET block = \(largest)",
    "UPDATE posting SET block = 'x'", "UPDATE posting SET block = NULL",
    "UPDATE posting SET content = x''", "UPDATE posting SET content = NULL",
    "UPDATE posting SET content = 'text'", "UPDATE posting SET content = x'01'",
    // Two million events, and more than that.
    "UPDATE posting SET content = x'00FFFF7F02FFFF7F00FFFF7F00' WHERE path = 1",
    "UPDATE posting SET content = x'00FFFFFFFFFFFFFFFFFF01'",
    "UPDATE posting SET content = zeroblob(5000000)",
    "UPDATE posting SET content = (SELECT content FROM posting ORDER BY path DESC LIMIT 1)",
    "INSERT INTO posting SELECT path, layer, block + 1, content FROM posting",
    "UPDATE path SET id = -id", "UPDATE path SET parent = parent + 1", "DELETE FROM path",
    "UPDATE path SET id = \(largest) WHERE parent = 0",
    "UPDATE path SET component = '[]' WHERE id = 2", "UPDATE path SET component = x'FF'",
    "UPDATE checkpoint SET step = -1", "UPDATE checkpoint SET content = x'05'",
    "UPDATE piece SET content = x'00'", "UPDATE fact SET value = NULL",
  ])
  func `a forged index answers or is at fault, and traps never`(change: String) throws {
    let board = try IndexedBoard()
    try board.path.write(board.file)
    do {
      let database = try IndexDatabase(board.place)
      // Not all of them can be made: a key is there once.
      try? database.run(change)
    }
    let replay = try board.session.replay()
    let index = try board.index(replay)
    do {
      _ = try board.answers(of: index)
    } catch let fault as IndexFault {
      #expect(fault.isDamage && fault.file == board.path)
    }
    #expect(try replay.state(at: 90) == board.session.live[90])
  }

  @Test func `a path within itself is a fault`() throws {
    let file = try ChangeFile(.memory, for: "test")
    try file.database.run("INSERT INTO path VALUES (3, 0, 'a'), (2, 3, '[]'), (3000, 3, 'b')")
    let reader = PostingReader(file)
    #expect(throws: IndexFault.self) { try PathTrace(StatePath("a[0]"), reader) }
    #expect(try PathTrace(StatePath("a.b"), reader) != nil)
  }

  @Test func `places that no list has are nowhere`() throws {
    let board = try IndexedBoard()
    let index = try board.index(at: [.memory])
    for place in [-1, .min, .max, Posting.placeLimit] {
      let path = StatePath([.field("board"), .field("lists"), .index(place)])
      #expect(try index.history(of: path, at: 100).isEmpty)
      #expect(try index.lastTouch(of: path, atOrBefore: Step(.max)) == nil)
    }
  }

  @Test func `a step beyond all others is asked for like any other`() throws {
    let board = try IndexedBoard()
    let index = try board.index(at: [.memory])
    let path = try StatePath("board")
    #expect(try index.lastChange(of: path, atOrBefore: Step(.max)) != nil)
    #expect(try index.nextChange(of: path, after: Step(.max)) == nil)
  }
}
