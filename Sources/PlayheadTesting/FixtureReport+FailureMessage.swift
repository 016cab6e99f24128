import PlayheadCoding
import PlayheadLog
import PlayheadReplay
package import PlayheadValues

extension FixtureReport {
  /// The most lines about values and conditions. With the first line, the count of the others and the hints, a
  /// message has ten: what you look at before you fix the first finding, which is often the cause of the others.
  private static let shownLines = 5

  /// The message about failed expectations, which proposes commands of `tool`.
  package func failureMessage(tool: String = toolName) -> StyledText {
    let (shown, rest) = shownFindings
    let more: StyledText? = rest > 0 ? "  … and \(rest) more" : nil
    let lines =
      ["fixture '\(fixture.shownPath)' fails"] + shown + [more, drawNote].compactMap(\.self)
      + place + hintToSee(with: tool) + hintToAccept(with: tool)
    return lines.joined(separator: "\n")
  }

  /// The message about recorded expectations, and about conditions that fail.
  var recordedMessage: StyledText {
    let file = fixture.shownExpectationsPath
    let recorded: StyledText =
      "fixture '\(fixture.shownPath)' was recorded: '\(file)' has the values of this run, which are "
      + "unchecked; review them ('git diff') and run the test again"
    guard findings.contains(where: { !$0.isAcceptable }) else { return recorded }
    return "\(recorded)\n\n\(failureMessage(tool: fixture.tool))"
  }

  // MARK: Findings

  /// The changed values, all of them.
  package var changes: StyledText {
    lines(of: findings.filter(\.isAcceptable)).flatMap(\.self).joined(separator: "\n")
  }

  /// As many lines as are shown, and how many facts they leave out.
  private var shownFindings: (lines: [StyledText], rest: Int) {
    var shown: [StyledText] = []
    let all = lines(of: findings)
    let limit = Self.shownLines - (drawFault == nil ? 0 : 1)
    var count = 0
    while count < all.count, count == 0 || shown.count + all[count].count <= limit {
      shown += all[count].prefix(limit)
      count += 1
    }
    return (shown, all.count - count)
  }

  /// The lines about each fact. The first at a step has a line for the step and its action.
  private func lines(of findings: [Finding]) -> [[StyledText]] {
    var last: Step?
    return findings.flatMap { finding in
      finding.fact.lines.map { lines in
        defer { last = finding.step }
        return (last == finding.step ? [] : ["  " + title(of: finding)])
          + lines.map { "    " + $0 }
      }
    }
  }

  private func title(of finding: Finding) -> StyledText {
    let place: StyledText =
      finding.step == lastStep
      ? "the end, step \(finding.step)" : "step \(finding.step) of \(lastStep)"
    return finding.action.map { "\(place): \($0)" } ?? place
  }

  private var drawNote: StyledText? {
    drawFault.map {
      "  From step \($0.step) on the stores drew values that were not recorded and got placeholders: \($0.fault)."
    }
  }

  // MARK: Ways out

  /// The line with the first expectation that does not hold, as editors and terminals open it.
  private var place: [StyledText] {
    guard let first = findings.first, let line = fixture.line(of: first) else { return [] }
    return ["  expected in:   \(fixture.shownExpectationsPath):\(line)"]
  }

  private func hintToSee(with tool: String) -> [StyledText] {
    guard let first = findings.first else { return [] }
    let log = fixture.shownPath.inShell
    return ["  to see it:     \(tool) debug \(log), then 'goto \(first.step)'"]
  }

  private func hintToAccept(with tool: String) -> [StyledText] {
    if case .crashed? = findings.first?.fact { return [] }
    guard findings.contains(where: \.isAcceptable) else {
      return ["  to accept it:  change its line in \(fixture.shownExpectationsPath)"]
    }
    return [
      "  to accept it:  \(tool) fixture update \(fixture.shownPath.inShell), or run the test again with "
        + "\(RecordMode.variable)=failed"
    ]
  }
}

extension Finding.Fact {
  /// The widest line, in columns. A longer one is shown as a difference.
  private static let width = 100

  /// For each changed part, a line or a few.
  fileprivate var lines: [[StyledText]] {
    switch self {
    case .value(let path, let expected, let actual):
      Diff(from: expected, to: actual).alignedChanges.map { Self.lines($0, in: path) }
    case .unknown(let path, let actual):
      [["\(path): not recorded yet, is \(Self.text(actual))"]]
    case .unanswered(let condition, let unresolvedNames):
      [
        [
          "'always \(condition.text.visible)' is neither true nor false at any step: its paths have no values"
        ] + unresolvedNames.map { "  \("\($0)".visible)" }
      ]
    case .crashed(let crash): [["\(crash.sentence())"]]
    case .violated(let condition, let values):
      [
        ["'always \(condition.text.visible)' does not hold:"]
          + values.map { "  \($0.path) is \($0.value.swiftText(options: .inLine))" }
      ]
    }
  }

  private static func lines(_ found: AlignedChange, in whole: StatePath) -> [StyledText] {
    func path(_ part: StatePath) -> StatePath { StatePath(whole.components + part.components) }
    let (expected, actual) = (found.change.old ?? .null, found.change.new ?? .null)
    if let place = found.movedTo {
      return lines(
        path(found.change.path), expected, actual, "\(text(expected)), which is at \(path(place))")
    }
    return lines(
      path(found.change.path), expected, actual, "\(text(expected)), is \(text(actual))")
  }

  private static func lines(
    _ path: StatePath, _ expected: Value, _ actual: Value, _ sentence: StyledText
  ) -> [StyledText] {
    let line = "\(path): expected " + sentence
    guard line.plain.columns > width else { return [line] }
    let diff = Diff(from: expected, to: actual).text(options: PrintOptions())
    return ["\(path), − expected, + actual:"]
      + StyledText(marked: diff).lines.map { ("  " + $0).cut(to: width) }
  }

  /// A value's JSON form on a line; null stands for no value.
  private static func text(_ value: Value) -> String {
    value == .null ? "nothing" : value.swiftText(options: .inLine)
  }
}
