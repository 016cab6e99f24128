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
  }

  @Test func `a CheaplyCompared type is compared by its own method, without encoding`() throws {
    let old = TrackedValue([("text", Text("a", revision: 1))])
    let same = TrackedValue([("text", Text("a", revision: 2))])
    #expect(try Diff(from: old, to: same).changes.isEmpty)
    let comparison = PathComparison(StatePath())
    let part = try comparison.part(of: Text("a", revision: 1))
    let found = comparison.changes(from: part, to: try comparison.part(of: Text("b", revision: 2)))
    guard case .replaced = found.changes, found.error == nil else {
      Issue.record("\(found)")
      return
    }
  }
}
