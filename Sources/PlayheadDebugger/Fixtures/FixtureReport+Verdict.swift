import PlayheadReplay
import PlayheadTesting

extension FixtureReport {
  /// What is said of a fixture that was checked: a line if it holds, else a letter.
  func verdict(isColoured: Bool) -> FixtureVerdict {
    FixtureVerdict(
      holds: holds, text: holds ? line(isColoured) : letter(isColoured: isColoured),
      json: JSON.object(json).text)
  }

  private func line(_ isColoured: Bool) -> String {
    let word = isColoured ? Escape.begin(.green) + "holds" + Escape.reset : "holds"
    return "\(fixture.shownPath): \(word), " + Format.count(actionCount, "action") + ", "
      + Format.count(expectations.count, "expectation")
  }
}
