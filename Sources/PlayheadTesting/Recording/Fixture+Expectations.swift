import Foundation
package import PlayheadReading
package import PlayheadLog

extension Fixture {
  /// The path of the expectations, as you would type it.
  package var shownExpectationsPath: String { Fixture(path: expectationsPath).shownPath }

  /// The expectations beside the log; nil if there are none. Throws ``ExpectationsError``.
  package func expectations() throws(ExpectationsError) -> Expectations? {
    guard FileManager.default.fileExists(atPath: expectationsPath) else { return nil }
    if isStream(expectationsPath) {
      throw ExpectationsError(shownExpectationsPath, .unreadable("it is not a file"))
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

  /// Writes the expectations beside `log`, and replaces the old ones: all of them or none.
  package func write(_ expectations: Expectations, of log: LogReader) throws(ExpectationsError) {
    do throws(LogError) {
      try file(of: expectations, log.mode, replaces: true).finish()
    } catch {
      throw ExpectationsError(shownExpectationsPath, .unwritable(error.reason.sentence))
    }
  }

  /// A new file of expectations, without a name yet. It has the log's mode, and its owner can edit it.
  package func file(
    of expectations: Expectations, _ mode: FileMode, replaces: Bool = false
  ) throws(LogError) -> OutputFile {
    try OutputFile(
      text: expectations.text, at: shownExpectationsPath, mode: mode.union(.ownerWrites),
      replaces: replaces)
  }
}

extension FileMode {
  fileprivate static let ownerWrites = FileMode(rawValue: 0o200)
}

/// Whether a pipe or a device is at `path`, where reading might never end. Follows links.
func isStream(_ path: String) -> Bool {
  let file = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
  let attributes = try? FileManager.default.attributesOfItem(atPath: file)
  guard let type = attributes?[.type] as? FileAttributeType else { return false }
  return type != .typeRegular && type != .typeDirectory
}
