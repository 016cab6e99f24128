import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues
import Testing

@Suite struct DifferenceGroupTests {
  private func places(_ action: String?, _ patterns: String...) -> Set<DifferenceCause> {
    Set(patterns.map { DifferenceCause(action: action, .place($0)) })
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

  @Test func `input faults of one kind count as the same wherever they occur in an action`() {
    let first = DrawFault.mismatch(index: 0, asked: .uuid, found: nil)
    #expect(first.habit == DrawFault.mismatch(index: 4, asked: .uuid, found: nil).habit)
    #expect(first.habit != DrawFault.mismatch(index: 0, asked: .date, found: nil).habit)
    #expect(DrawFault.leftOver(count: 1).habit == DrawFault.leftOver(count: 7).habit)
  }
}
