public import Foundation
public import PlayheadValues

/// A fixture does not hold, could not be checked, or was recorded. `description` is the message in a test's
/// output: the steps, the actions, the differences, and how to look at and accept them.
public struct FixtureFailure: Error, Sendable {
  enum Reason: Sendable {
    /// It cannot be replayed, or the expectations cannot be read; a sentence says why.
    case impossible(StyledText)
    /// There are no expectations; `tool` can write them.
    case nothingExpected(tool: String)
    /// Some expectations do not hold.
    case findings(FixtureReport)
    /// Expectations were recorded.
    case recorded(FixtureReport)
  }

  /// The fixture.
  public let fixture: Fixture
  let reason: Reason

  init(_ fixture: Fixture, _ reason: Reason) {
    (self.fixture, self.reason) = (fixture, reason)
  }

  /// The failure of a fixture without expectations.
  package static func nothingExpected(of fixture: Fixture) -> FixtureFailure {
    FixtureFailure(fixture, .nothingExpected(tool: toolName))
  }
}

extension FixtureFailure: ErrorInLines, LocalizedError {
  /// The message.
  public var description: String { text.plain }

  package var text: StyledText {
    switch reason {
    case .impossible(let sentence):
      "fixture '\(fixture.shownPath)' cannot be checked: \(sentence)"
    case .nothingExpected(let tool):
      "fixture '\(fixture.shownPath)' has no expectations, and this run records none; "
        + "'\(tool) fixture update \(fixture.shownPath.inShell)' writes '\(fixture.shownExpectationsPath)'"
    case .findings(let report): report.failureMessage(tool: Fixture.tool)
    case .recorded(let report): report.recordedMessage
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}

/// Some of several fixtures failed.
public struct FixtureFailures: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// The failures.
  public let all: [FixtureFailure]

  /// All messages.
  public var description: String { all.map(\.description).joined(separator: "\n\n") }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}

/// A path does not name a fixture: there is no file, or it is a folder or a pipe.
package struct NoFixture: Error, CustomStringConvertible {
  /// The path as it was given.
  package let path: String

  /// How fixtures are named, and how to make one.
  package var description: String {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let hint = "'\(toolName) fixture add LOG --name NAME' makes one from a log"
    if isStream(path) {
      return "'\(path)' is not a file, so it is not the log of a fixture; \(hint)"
    }
    return isThere && !isFolder.boolValue
      ? "'\(path)' is not called 'NAME\(Fixture.logEnd)', so it is not the log of a fixture; \(hint)"
      : "there is no fixture in '\(path)'; \(hint)"
  }
}
