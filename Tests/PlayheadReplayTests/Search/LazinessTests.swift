import PlayheadFlux
import PlayheadLog
import PlayheadReading
import PlayheadReplay
import PlayheadValues
import Testing

/// That a condition costs what it asks for: its columns are the log's, its states are replayed, and of those
/// only what is asked for is encoded.
@Suite struct LazinessTests {
  private let asking: Asking

  init() throws { asking = try Asking() }

  /// How many actions are applied, and how often the notes are encoded, while a whole log is searched.
  private func costs(of text: String) throws -> [Int] {
    let replay = try asking.session.replay()
    var applied = 0
    replay.onStep = { _ in applied += 1 }
    let search = try Search(asking.log, for: Condition(text), with: replay)
    let encoded = Watched.Counter()
    try Watched.$counter.withValue(encoded) {
      try search.forEachStop(in: 0...asking.log.lastStep) { _ in }
    }
    return [applied, encoded.count]
  }

  @Test(arguments: [
    ("type = 'Note'", [0, 0]), ("time > 0 or cause = 1 or payload like '%x%'", [0, 0]),
    ("type = 'nothing' and state('notes')", [0, 0]), ("step < 0 or step > 9", [0, 0]),
    ("type = 'Add' or state('notes.texts')", [6, 4]),
    ("type = 'Note' and state('notes.texts') is null", [6, 3]),
    ("step = 3 and state('cart.total') > 0", [3, 0]), ("state('cart.total') > 0", [7, 0]),
    ("state('notes.texts[0]') = 1 and state('notes.texts[1]') = 2", [7, 8]),
    ("state('notes.texts[0]') = 1 or state('notes.texts[1]') = 2", [7, 8]),
    ("changed('notes')", [7, 8]), ("step = 4 and changed('notes')", [4, 2]),
    ("step = 4 and changed('cart')", [4, 0]),
    ("step = 4 and before('notes.texts[0]') = 1", [4, 1]),
    ("case when step = 2 then state('notes') end", [2, 1]),
    ("step = 2 and (select count(*) from json_each(state('notes.texts'))) = 1", [2, 1]),
    ("iif(step = 2, state('notes'), 0) = 1", [2, 1]),
    ("coalesce(step, state('notes')) = 9", [0, 0]),
  ])
  func `a search replays and encodes only what its evaluation reads`(
    text: String, costs expected: [Int]
  ) throws {
    #expect(try costs(of: text) == expected)
  }
}
