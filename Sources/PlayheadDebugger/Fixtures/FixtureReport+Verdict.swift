import PlayheadReplay
import PlayheadTesting
import PlayheadValues

extension FixtureReport {
  /// What is said of a fixture that was checked: a line if it holds, else a letter.
  var verdict: FixtureVerdict {
    FixtureVerdict(holds: holds, text: holds ? line : letter(), json: JSON.object(json).text)
  }

  private var line: StyledText {
    "\(fixture.shownPath): \(StyledText("holds", .green)), \(Format.count(actionCount, "action")), "
      + "\(Format.count(expectations.count, "expectation"))"
  }
}
