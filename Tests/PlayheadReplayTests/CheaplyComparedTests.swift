import PlayheadCoding
import PlayheadFlux
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct `Cheaply compared types` {
  private struct EncodedAfterAll: Error {}

  private struct Text: Codable, CheaplyCompared {
    var text: String
    var revision = 0

    init(_ text: String, revision: Int) { (self.text, self.revision) = (text, revision) }

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }

    /// Never called by what these tests do.
    func encode(to encoder: any Encoder) throws { throw EncodedAfterAll() }

    func encodesLike(_ other: Text) -> Bool { text == other.text }
    var leastEncodedSize: Int { text.utf8.count }
  }

  @Test func `a CheaplyCompared type is compared by its own method, without encoding`() throws {
    let tracker = Tracker([("text", Text("a", revision: 1))])
    var changes: [TrackedChange] = []
    try tracker.advance(0, to: Text("a", revision: 2)) { changes.append($0) }
    #expect(changes.isEmpty)
    try tracker.advance(0, to: Text("ab", revision: 2)) { changes.append($0) }
    guard let new = changes.first?.new else {
      Issue.record("it was not told of")
      return
    }
    #expect(try new.value(upTo: 1) == nil)
  }
}
