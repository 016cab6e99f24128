import Foundation
package import PlayheadFiles
package import PlayheadLog

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

  /// Writes expectations beside `log`, in the place of those that are there: all of them or none.
  package func write(_ expectations: Expectations, of log: LogReader) throws(ExpectationsError) {
    do throws(LogError) {
      try file(of: expectations, log.mode, replaces: true).finish()
    } catch {
      throw ExpectationsError(shownExpectationsPath, .unwritable(error.reason.sentence))
    }
  }

  /// A file of expectations that has yet to get its name. It has values of a log with this mode; a person edits it.
  package func file(
    of expectations: Expectations, _ mode: FileMode, replaces: Bool = false
  ) throws(LogError) -> OutputFile {
    try OutputFile(
      text: expectations.text, at: shownExpectationsPath, mode: mode.union(.ownerWrites),
      replaces: replaces)
  }
}

extension FileMode {
  /// The owner may write.
  fileprivate static let ownerWrites = FileMode(rawValue: 0o200)
}

/// Whether a pipe or a device is at `path`, where a reader may have to wait for ever; a link counts as what it leads to.
func isStream(_ path: String) -> Bool {
  let file = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
  let attributes = try? FileManager.default.attributesOfItem(atPath: file)
  guard let type = attributes?[.type] as? FileAttributeType else { return false }
  return type != .typeRegular && type != .typeDirectory
}
