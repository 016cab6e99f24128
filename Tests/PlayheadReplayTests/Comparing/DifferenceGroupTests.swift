import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct DifferenceGroupTests {
  private func places(_ action: String?, _ patterns: String...) -> Set<DifferenceCause> {
    Set(patterns.map { DifferenceCause(action: action, .place($0)) })
  }

  private func groups(_ sessions: [Set<DifferenceCause>]) -> [[Int]] {
    DifferenceGroup.groups(of: sessions).map(\.members)
  }

  @Test(arguments: [
    ("clips[3].start", "clips[*].start"), ("tracks[0].clips[12]", "tracks[*].clips[*]"),
    (#"byID["a b"].title"#, "byID[*].title"), ("grid[(x: 1, y: -2)].color", "grid[*].color"),
    ("cart.total", "cart.total"), (#"cart[."first name"]"#, #"cart[."first name"]"#),
    (#"a[2][."b c"].d"#, #"a[*][."b c"].d"#), ("rows[1][2]", "rows[*][*]"), ("", ""),
  ])
  func `a path's pattern replaces indexes and keys with a wildcard`(path: String, pattern: String)
    throws
  {
    #expect(try StatePath(path).pattern == pattern)
  }

  @Test func `one cause groups sessions that also differ at other paths`() {
    // The second differs at two places, of which the others have the one or the other.
    let sessions = [places("Trim", "a"), places("Trim", "a", "b"), places("Trim", "a", "c")]
    let found = DifferenceGroup.groups(of: sessions)
    #expect(found.map(\.members) == [[0, 1, 2]])
    #expect(found[0].cause == DifferenceCause(action: "Trim", .place("a")))
    #expect(found[0].alsoCommon.isEmpty)
  }

  @Test func `a cause is dropped if the other groups cover all its sessions`() {
    let sessions = [
      places("A", "a", "x"), places("A", "a", "x"), places("A", "a"), places("A", "b", "x"),
      places("A", "b", "x"), places("A", "b"),
    ]
    let found = DifferenceGroup.groups(of: sessions)
    #expect(found.map(\.members) == [[0, 1, 2], [3, 4, 5]])
    #expect(found.map(\.cause.kind) == [.place("a"), .place("b")])
  }

  @Test func `the same sessions give the same groups whatever the hash seed`() {
    let sessions = (0..<60).map { number in
      places("Action \(number % 7)", "place \(number % 3)", "place \(number % 5)")
    }
    let first = DifferenceGroup.groups(of: sessions)
    for _ in 0..<20 { #expect(DifferenceGroup.groups(of: sessions) == first) }
    #expect(first.flatMap(\.members).sorted() == Array(0..<60))
    #expect(first.map(\.members.count) == first.map(\.members.count).sorted(by: >))
  }

  @Test func `input faults of one kind count as the same wherever they occur in an action`() {
    let first = DrawFault.mismatch(index: 0, asked: .uuid, found: nil)
    #expect(first.habit == DrawFault.mismatch(index: 4, asked: .uuid, found: nil).habit)
    #expect(first.habit != DrawFault.mismatch(index: 0, asked: .date, found: nil).habit)
    #expect(DrawFault.leftOver(count: 1).habit == DrawFault.leftOver(count: 7).habit)
  }
}
