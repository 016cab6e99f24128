import Foundation
import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `Parts that tracking does not encode` {
  @Test func `a diff of unencoded values does not encode elements that share memory`() throws {
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
