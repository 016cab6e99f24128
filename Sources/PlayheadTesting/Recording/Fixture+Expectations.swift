import Foundation

extension Fixture {
  /// Where its expectations are, as one would type it.
  package var shownExpectationsPath: String { Fixture(path: expectationsPath).shownPath }

  /// What is written beside the log; nil if nothing is. Throws ``ExpectationsError``.
  package func expectations() throws(ExpectationsError) -> Expectations? {
    guard FileManager.default.fileExists(atPath: expectationsPath) else { return nil }
    if isStream(expectationsPath) {
      throw ExpectationsError(shownExpectationsPath, .unreadable("it is no file"))
    }
    let text: String
    do {
      text = try String(contentsOf: URL(filePath: expectationsPath), encoding: .utf8)
    } catch {
      throw ExpectationsError(shownExpectationsPath, .unreadable(error.localizedDescription))
    }
    let expectations = try Expectations(text, named: shownExpectationsPath)
    if expectations.count == 0 { throw ExpectationsError(shownExpectationsPath, .empty) }
    return expectations
  }

  /// Writes expectations beside the log, in the place of those that are there: all of them or none.
  package func write(_ expectations: Expectations) throws(ExpectationsError) {
    do {
      try Data(expectations.text.utf8).write(to: URL(filePath: expectationsPath), options: .atomic)
    } catch {
      throw ExpectationsError(shownExpectationsPath, .unwritable(error.localizedDescription))
    }
  }
}
