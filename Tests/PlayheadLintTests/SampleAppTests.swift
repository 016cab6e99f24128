import Foundation
import PlayheadLint
import Testing

/// The sample apps, with the mistakes that can be planted into them: a minute of compiling, so it is for
/// `tools/soak lint`.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["PLAYHEAD_SOAK"] != nil))
struct SampleAppTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// What has to be found, by fault, and all that may be: lines that have these words.
  private static let faults: [(fault: String, rule: Rule, words: String)] = [
    ("shuffled-logins", .hashOrder, "'Array(_:)' of a dictionary's values"),
    ("own-clock", .clock, "'Date()'"),
    ("own-identities", .random, "'UUID()'"),
    ("counted-moves", .outsideState, "'TextEditorFault.moves'"),
    ("placed-by-address", .outsideState, "'TextEditorFault.marker'"),
    ("placed-by-address", .addresses, "'Int(bitPattern:)'"),
    ("shared-place", .sharedReference, "'Places.last'"),
    ("forgotten-zoom", .roundTrip, "'Zoom.level'"),
    ("local-hours", .timeZone, "'TimeZone.current'"),
    // It reads the language from the environment.
    ("local-order", .outsideState, "'ProcessInfo.environment'"),
    ("main-thread", .thread, "'Thread.isMainThread'"),
  ]

  @Test func `the planted mistakes that sources tell are found, and nothing else is`() throws {
    let apps = ["TextEditor", "Annotations", "Feed", "ItemList", "ItemListTerminal", "ClipEditor"]
    let subject = try LintSubject(path: Self.root, targets: apps, modules: [], program: nil)
    let report = try Lint(subject.targets).run()
    #expect(report.errors == [])
    #expect(report.handlerCount > 100, "\(report.handlerCount)")
    let found = report.findings.map { "[\($0.rule)] \($0.message)" }.sorted()
    for (fault, rule, words) in Self.faults {
      let isFound = report.findings.contains { $0.rule == rule && $0.message.contains(words) }
      #expect(isFound, "\(fault) is not found in \(found)")
    }
    #expect(report.findings.count == Self.faults.count, "\(found)")
  }
}
