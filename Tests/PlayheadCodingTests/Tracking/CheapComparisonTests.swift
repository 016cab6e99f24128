import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `A type's own comparison` {
  /// A text of which every copy has other bits.
  private struct Text: Encodable, CheaplyCompared {
    var text: String
    var revision: Int

    func encode(to encoder: any Encoder) throws {
      Self.encodings.value += 1
      var place = encoder.singleValueContainer()
      try place.encode(text)
    }

    func encodesLike(_ other: Text) -> Bool { text == other.text }

    @TaskLocal static var encodings = Encodings()
  }

  private final class Encodings: @unchecked Sendable {
    var value = 0
  }

  private struct Page: Encodable {
    var text: Text?
    var number: Int
  }

  @Test func `a type's own comparison avoids encoding equal values`() throws {
    try counting { encodings in
      let old = TrackedValue(Page(text: Text(text: "a", revision: 1), number: 1))
      let new = TrackedValue(Page(text: Text(text: "a", revision: 2), number: 2))
      let diff = try Diff(from: old, to: new)
      #expect(diff.changes.map(\.path.description) == ["number"])
      #expect(encodings.value == 0)
    }
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
        let diff = try Diff(from: TrackedValue(one), to: TrackedValue(other))
        #expect(diff == expected)
        #expect(diff.text() == expected.text())
      }
    }
  }

  private func counting(_ body: (Encodings) throws -> Void) rethrows {
    let encodings = Encodings()
    try Text.$encodings.withValue(encodings) { try body(encodings) }
  }
}
