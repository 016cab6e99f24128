public import Foundation
public import PlayheadValues

/// A fixture does not hold, could not be checked, or was recorded. `description` is a message for readers of
/// the test's output: the steps, the actions, what differs, how to look at it, how to accept it.
public struct FixtureFailure: Error, Sendable {
  enum Reason: Sendable {
    /// It cannot be replayed, or what is expected cannot be read; a sentence says why.
    case impossible(StyledText)
    /// Nothing is written down that it could be compared with.
    case nothingExpected
    /// Something is not as it is expected.
    case findings(FixtureReport)
    /// What is expected was written down.
    case recorded(FixtureReport)
  }

  /// The fixture.
  public let fixture: Fixture
  let reason: Reason

  init(_ fixture: Fixture, _ reason: Reason) {
    (self.fixture, self.reason) = (fixture, reason)
  }

  /// That there is nothing to compare the fixture with.
  package static func nothingExpected(of fixture: Fixture) -> FixtureFailure {
    FixtureFailure(fixture, .nothingExpected)
  }
}

extension FixtureFailure: ErrorInLines, LocalizedError {
  /// The message.
  public var description: String { text.plain }

  package var text: StyledText {
    switch reason {
    case .impossible(let sentence):
      "fixture '\(fixture.shownPath)' cannot be checked: \(sentence)"
    case .nothingExpected:
      "fixture '\(fixture.shownPath)' has nothing to be compared with, and nothing is written down here; "
        + "'\(toolName) fixture update \(fixture.shownPath.inShell)' writes '\(fixture.shownExpectationsPath)'"
    case .findings(let report): report.failureMessage()
    case .recorded(let report): report.recordedMessage
    }
  }

  /// The same message, for code that asks for it this way.
  public var errorDescription: String? { description }
}

/// That some of several fixtures fail.
public struct FixtureFailures: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// Why, each.
  public let all: [FixtureFailure]

  /// Their messages.
  public var description: String { all.map(\.description).joined(separator: "\n\n") }

  /// The same messages, for code that asks for them this way.
  public var errorDescription: String? { description }
}

/// That a path, which leads to no file, to a folder or to a pipe, is not that of a fixture.
package struct NoFixture: Error, CustomStringConvertible {
  /// The path as it was given.
  package let path: String

  /// How fixtures are called, and how one is made.
  package var description: String {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let way = "'\(toolName) fixture add LOG --name NAME' makes one of a log"
    if isStream(path) { return "'\(path)' is no file, as the log of a fixture is; \(way)" }
    return isThere && !isFolder.boolValue
      ? "'\(path)' is not called 'NAME\(Fixture.logEnd)', as the log of a fixture is; \(way)"
      : "there is no fixture in '\(path)'; \(way)"
  }
}
