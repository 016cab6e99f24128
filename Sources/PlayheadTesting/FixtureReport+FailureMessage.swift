import PlayheadCoding
import PlayheadReplay
package import PlayheadValues

extension FixtureReport {
  /// As many findings as you look at before you fix the first. The others often have the same cause.
  private static let shownFindings = 3

  /// The message about failed expectations, which proposes commands of `tool`. Long texts are folded.
  package func failureMessage(tool: String = toolName) -> StyledText {
    let rest = findings.count - Self.shownFindings
    let paragraphs =
      findings.prefix(Self.shownFindings).map(text)
      + [
        rest > 0 ? "  … and \(rest) more" : nil, drawNote,
        (wayToSee(with: tool) + wayToAccept(with: tool)).joined(separator: "\n"),
      ].compactMap(\.self)
    return (["fixture '\(fixture.shownPath)' fails"] + paragraphs).joined(separator: "\n\n")
  }

  /// The message about recorded expectations, and about conditions that fail.
  var recordedMessage: StyledText {
    let file = fixture.shownExpectationsPath
    let recorded: StyledText =
      "fixture '\(fixture.shownPath)' was recorded: '\(file)' has the values of this run, which are "
      + "unchecked; review them ('git diff') and run the test again"
    guard findings.contains(where: { !$0.isAcceptable }) else { return recorded }
    return "\(recorded)\n\n\(failureMessage(tool: FixtureFailure.tool))"
  }

  // MARK: Findings

  /// The changed values, each in a paragraph.
  package var changes: StyledText {
    findings.filter(\.isAcceptable).map(text).joined(separator: "\n\n")
  }

  private func text(of finding: Finding) -> StyledText {
    let options = PrintOptions()
    let lines: [StyledText] =
      switch finding.fact {
      case .value(let path, let expected, let actual):
        ["  \(path), − expected, + actual:"]
          + Self.indented(Diff(from: expected, to: actual).text(options: options))
      case .unknown(let path, let actual):
        ["  \(path) is not recorded yet; it is:"]
          + Self.indented(actual.swiftText(options: options))
      case .unanswered(let condition, let absences):
        [
          "  'always \(condition.text.visible)' is neither true nor false at any step: its paths have no values"
        ] + absences.map { "    \("\($0)".visible)" }
      case .violated(let condition, let values):
        ["  'always \(condition.text.visible)' does not hold:"]
          + values.map { "    \($0.path) is \($0.value.swiftText(options: .inLine))" }
      }
    return (["  " + title(of: finding)] + lines).joined(separator: "\n")
  }

  private func title(of finding: Finding) -> StyledText {
    let place: StyledText =
      finding.step == lastStep
      ? "the end, step \(finding.step)" : "step \(finding.step) of \(lastStep)"
    return finding.action.map { "\(place): \($0)" } ?? place
  }

  private static func indented(_ text: String) -> [StyledText] {
    StyledText(marked: text).lines.map { "    \($0)" }
  }

  private var drawNote: StyledText? {
    drawFault.map {
      "  From step \($0.step) on the stores drew values that were not recorded and got placeholders: \($0.fault)."
    }
  }

  // MARK: Ways out

  private func wayToSee(with tool: String) -> [StyledText] {
    guard let first = findings.first else { return [] }
    let log = fixture.shownPath.inShell
    return ["  to see it:     \(tool) debug \(log), then 'goto \(first.step)'"]
  }

  private func wayToAccept(with tool: String) -> [StyledText] {
    guard findings.contains(where: \.isAcceptable) else {
      return ["  to accept it:  change its line in \(fixture.shownExpectationsPath)"]
    }
    return [
      "  to accept it:  \(tool) fixture update \(fixture.shownPath.inShell), or run the test again with "
        + "\(RecordMode.variable)=failed"
    ]
  }
}
