import PlayheadCoding
import PlayheadValues
import Testing

@Suite struct `A type's own comparison` {
  /// A text of which every copy has other bits.
  private struct Text: Encodable {
    var text: String
    var revision: Int

    func encode(to encoder: any Encoder) throws {
      Self.encodings.value += 1
      var place = encoder.singleValueContainer()
      try place.encode(text)
    }

    @TaskLocal static var encodings = Encodings()
  }

  private final class Encodings: @unchecked Sendable {
    var value = 0
  }

  private struct Page: Encodable {
    var text: Text?
    var number: Int
  }

  private let comparisons = Comparisons { type in
    guard type == Text.self else { return nil }
    return CheapComparison(
      of: Text.self, areAlike: { $0.text == $1.text }, leastSize: { $0.text.utf8.count })
  }

  @Test func `a type's own comparison spares the encoding of what is alike`() throws {
    try counting { encodings in
      let tracker = Tracker(
        Page(text: Text(text: "a", revision: 1), number: 1), comparing: comparisons)
      let changes = try paths(tracker, Page(text: Text(text: "a", revision: 2), number: 2))
      #expect(changes == ["number"])
      #expect(encodings.value == 0)
    }
  }

  @Test
  func `a type's own comparison spares the encoding of what differs, too, until it is asked for`()
    throws
  {
    try counting { encodings in
      let tracker = Tracker(
        Page(text: Text(text: "a", revision: 1), number: 1), comparing: comparisons)
      let long = String(repeating: "b", count: 10_000)
      var new: TrackedPart?
      try tracker.advance(to: Page(text: Text(text: long, revision: 2), number: 1)) {
        if case .replaced(_, _, let part) = $0 { new = part }
      }
      #expect(try new?.value(upTo: 100) == nil)
      #expect(encodings.value == 0)
      #expect(try new?.value(upTo: 20_000) == .string(long))
      #expect(try new?.value() == .string(long))
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
        let diff = try Diff(
          from: TrackedValue(one), to: TrackedValue(other), comparing: comparisons)
        #expect(diff == expected)
        #expect(diff.text() == expected.text())
      }
    }
  }

  private func counting(_ body: (Encodings) throws -> Void) rethrows {
    let encodings = Encodings()
    try Text.$encodings.withValue(encodings) { try body(encodings) }
  }

  private func paths(_ tracker: Tracker, _ page: Page) throws -> [String] {
    var paths: [String] = []
    try tracker.advance(to: page) { paths.append(try $0.change().path.description) }
    return paths
  }
}
