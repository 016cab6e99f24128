import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `A type's own comparison` {
  /// A text of which every copy has other bits.
  private struct Text: Encodable, CheaplyCompared {
    var text: String
    var revision: Int
    var isRefusing = false

    private struct Refusal: Error {}

    func encode(to encoder: any Encoder) throws {
      if isRefusing { throw Refusal() }
      var place = encoder.singleValueContainer()
      try place.encode(text)
    }

    func encodesLike(_ other: Text) -> Bool { text == other.text }
  }

  private struct Page: Encodable {
    var text: Text?
    var number: Int
  }

  @Test func `a type's own comparison avoids encoding equal values`() throws {
    let old = TrackedValue(Page(text: Text(text: "a", revision: 1, isRefusing: true), number: 1))
    let new = TrackedValue(Page(text: Text(text: "a", revision: 2, isRefusing: true), number: 2))
    #expect(try Diff(from: old, to: new).changes.map(\.path.description) == ["number"])
  }

  @Test func `a type's own comparison gives the diff of the encoded values`() throws {
    let texts: [Text?] = [
      nil, Text(text: "a", revision: 1), Text(text: "a", revision: 2), Text(text: "b", revision: 1),
    ]
    for old in texts {
      for new in texts {
        let (one, other) = (Page(text: old, number: 1), Page(text: new, number: 1))
        let encoder = CanonicalEncoder()
        let expected = Diff(from: try encoder.tree(of: one), to: try encoder.tree(of: other))
        #expect(try Diff(from: TrackedValue(one), to: TrackedValue(other)) == expected)
      }
    }
  }
}
