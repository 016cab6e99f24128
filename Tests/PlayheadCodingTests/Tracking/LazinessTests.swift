import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `Parts that tracking does not encode` {
  @Test func `a diff does not encode parts that share memory`() throws {
    let count = Count()
    var state = Board(
      title: "board", notes: (0..<100).map { Note($0, count) },
      byName: Dictionary(uniqueKeysWithValues: (0..<100).map { ("\($0)", Note($0, count)) }),
      pinned: Note(0, count))
    let old = state
    state.notes[50].number = -1
    state.byName["7"]?.number = -2
    let diff = try Diff(from: TrackedValue(old), to: TrackedValue(state))
    #expect(
      diff.changes.map(\.path.description) == ["notes[50].number", #"byName["7"].number"#])
    // The old and the new one of each, and none of the other 199.
    #expect(count.value == 4)
  }

  @Test func `a tracker does not encode an old value that it has seen before`() throws {
    let count = Count()
    var state = Board(title: "", notes: [Note(1, count)], byName: [:], pinned: Note(0, count))
    let tracker = Tracker(state)
    try advance(tracker, &state) { $0.pinned.number += 1 }
    count.value = 0
    for _ in 0..<10 { try advance(tracker, &state) { $0.pinned.number += 1 } }
    #expect(count.value == 10)
    try advance(tracker, &state) { $0.title = "other" }
    #expect(count.value == 10)
  }

  @Test func `a list that loses its first element and gains a last one encodes only its ends`()
    throws
  {
    let count = Count()
    var state = Board(
      title: "", notes: (0..<200).map { Note($0, count) }, byName: [:], pinned: Note(0, count))
    let tracker = Tracker(state)
    func shift(_ board: inout Board) {
      board.notes.removeFirst()
      board.notes.append(Note(board.notes.count, count))
    }
    try advance(tracker, &state, shift)
    count.value = 0
    for _ in 0..<10 { try advance(tracker, &state, shift) }
    // Both first ones and both last ones, to see that they differ.
    #expect(count.value == 4 * 10)
  }

  @Test func `a tracker does not encode stores that did not change`() throws {
    let count = Count()
    let notes = [Note(1, count)]
    let tracker = Tracker([("notes", notes), ("title", "a")])
    try tracker.advance(0, to: notes) { _ in Issue.record("nothing changed") }
    var changes: [Change] = []
    try tracker.advance(1, to: "b") { changes.append(try $0.change()) }
    #expect(changes == [Change(path: StatePath(), old: "a", new: "b")])
    #expect(count.value == 0)
  }

  @Test func `a large value that is wanted only if it is small is not encoded`() throws {
    let count = Count()
    let tracker = Tracker([Note]())
    var added: TrackedPart?
    try tracker.advance(to: [Note](repeating: Note(1, count), count: 1_000)) {
      if case .index(0)? = $0.path.last { added = $0.new }
    }
    count.value = 0
    #expect(try added?.value(upTo: 100) == ["number": 1])
    var whole: TrackedPart?
    try Tracker(0).advance(to: [Note](repeating: Note(1, count), count: 1_000)) {
      whole = $0.new
    }
    count.value = 0
    #expect(try whole?.value(upTo: 100) == nil)
    #expect(count.value == 0)
  }

  private func advance(
    _ tracker: Tracker, _ board: inout Board, _ body: (inout Board) -> Void
  ) throws {
    let old = board
    body(&board)
    let counted = board.pinned.count.value
    let expected = Diff(from: try tree(old), to: try tree(board)).changes.map(\.path)
    board.pinned.count.value = counted
    var found: [StatePath] = []
    try tracker.advance(to: board) { found.append(StatePath(Array($0.path.dropFirst()))) }
    #expect(found == expected)
  }

  private func tree(_ value: some Encodable) throws -> Value {
    try CanonicalEncoder().tree(of: value)
  }
}

private struct Board: Encodable {
  var title: String
  var notes: [Note]
  var byName: [String: Note]
  var pinned: Note
}

/// Counts how often it is encoded.
private struct Note: Encodable {
  var number: Int
  let count: Count

  init(_ number: Int, _ count: Count) { (self.number, self.count) = (number, count) }

  private enum CodingKeys: CodingKey { case number }

  func encode(to encoder: any Encoder) throws {
    count.value += 1
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
  }
}

private final class Count {
  var value = 0
}
