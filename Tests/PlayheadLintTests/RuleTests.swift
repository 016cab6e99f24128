import PlayheadLint
import PlayheadReplay
import Testing

@Suite struct RuleTests {
  @Test func `what is marked in the cases is found, and nothing else`() throws {
    let folder = Sources.fixture("cases")
    let report = try Sources.report(on: folder)
    let expected = try Mark.expected(in: folder)
    #expect(report.errors == [])
    #expect(expected.subtracting(report.marks).map(\.description).sorted() == [], "not found")
    #expect(report.marks.subtracting(expected).map(\.description).sorted() == [], "false alarms")
    #expect(Set(expected.map(\.rule)) == Set(Rule.allCases.map(\.rawValue)))
  }

  @Test func `rules are called as the causes that check finds`() {
    let causes = Set(Cause.Kind.allCases.map(\.rawValue))
    let rules = Set(Rule.allCases.map(\.rawValue)).subtracting(["silence"])
    #expect(rules.isSubset(of: causes))
    // What no source can tell: whether a log fits it, and who wrote what a handler reads.
    #expect(causes.subtracting(rules) == ["draws", "observers", "recording", "unknown"])
  }
}
