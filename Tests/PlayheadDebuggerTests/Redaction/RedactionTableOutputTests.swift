import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadDebugger
import PlayheadLog
import PlayheadRecorder
import ReplayTesting
import TestSupport
import Testing

/// What the tool makes of recordings of the whole table of secrets.
@Suite struct RedactionTableOutputTests {
  private static let calls = [
    "info v.playhead", "log v.playhead -p", "show v.playhead 3", "show v.playhead 30",
    "verify v.playhead", "log v.playhead --json",
  ]
  private static let files = [
    "page v.playhead -o v.html", "export v.playhead --as ndjson -o v.ndjson",
    "export v.playhead --as sqlite -o v.sqlite",
    "export v.playhead --as redux-devtools -o v.json",
    "export v.playhead --as perfetto -o v.trace.json",
  ]

  /// Each rule with one replacement, and with all of them when `PLAYHEAD_SOAK` is set.
  private static let cases: [(SecretRule, Redaction.Replacement)] =
    SecretRule.allCases.enumerated().flatMap { place, rule in
      Redaction.Replacement.allCases.enumerated()
        .filter { Soak.isOn || ($0.offset + place) % 3 == 0 }.map { (rule, $0.element) }
    }

  @Test(arguments: cases)
  func
    `no redacted secret is in the output of info, log, show and verify, in an export, or in a page's HTML`(
      rule: SecretRule, replacement: Redaction.Replacement
    ) throws
  {
    let desk = try Desk(apps: [])
    let kinds = SecretKind.some(of: rule, replacement)
    try record(kinds, to: desk, rule, kinds.flatMap { $0.rules(rule, replacement) })
    #expect(try leaks(of: kinds, in: desk) == [])
  }

  @Test
  func `without redaction rules, the search for leaks finds secrets in 'export', 'log' and 'show'`()
    throws
  {
    let desk = try Desk(apps: [])
    let kinds = Array(SecretKind.all.prefix(10))
    try record(kinds, to: desk, .type, [])
    let leaks = Set(try leaks(of: kinds, in: desk).compactMap { $0.split(separator: " ").first })
    // The data of a page are packed: in a page, only what its HTML says can be searched.
    #expect(leaks.isSuperset(of: ["export", "log", "show"]))
  }

  /// A recording without a table of states: the tool does not know the app.
  private func record(
    _ kinds: [SecretKind], to desk: Desk, _ rule: SecretRule, _ rules: [Redaction.Rule]
  ) throws {
    var options = RecordingOptions(digests: .every(1))
    options.redaction = Redaction(rules: rules)
    let states = kinds.prefix(4).map { $0.reflected(rule) }
    let recording = try Recording(
      to: URL(filePath: desk.path("v.playhead")), app: "secrets",
      stores: states.indices.map { "s\($0)" }, options: options, reflecting: states)
    for kind in kinds {
      for value in kind.encodable(rule) { recording.record(reflecting: value) { states } }
      for value in kind.reflected(rule) { recording.record(reflecting: value) { states } }
    }
    try recording.close()
  }

  private func leaks(of kinds: [SecretKind], in desk: Desk) throws -> [String] {
    var found: [String] = []
    for call in Self.calls {
      let outcome = desk.playhead(call)
      let text = Array((outcome.output + outcome.error).utf8)
      found += kinds.flatMap { $0.leaks(into: text) }.map { "\(call): \($0)" }
    }
    for call in Self.files {
      let outcome = desk.playhead(call)
      #expect(outcome.code == .good, "\(call): \(outcome.error)")
      let bytes = try desk.bytes(String(call.split(separator: " ").last ?? ""))
      found += kinds.flatMap { $0.leaks(into: bytes) }.map { "\(call): \($0)" }
    }
    return found
  }
}
