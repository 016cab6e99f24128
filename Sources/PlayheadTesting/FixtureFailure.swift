public import Foundation
import PlayheadReplay

/// That a fixture does not hold, could not be checked, or was recorded. `description` is a letter to whoever
/// reads the test's output: the steps, the actions, what differs, how to look at it, how to accept it.
public struct FixtureFailure: Error, Sendable {
  enum Reason: Sendable {
    /// It cannot be replayed, or what is expected cannot be read; a sentence says why.
    case impossible(String)
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
}

extension FixtureFailure: CustomStringConvertible, LocalizedError {
  /// The letter.
  public var description: String {
    switch reason {
    case .impossible(let sentence):
      "fixture '\(fixture.shownPath)' cannot be checked: \(sentence)"
    case .nothingExpected:
      "fixture '\(fixture.shownPath)' has nothing to be compared with, and nothing is written down here; "
        + "'playhead fixture update \(fixture.shownPath)' writes '\(fixture.shownExpectationsPath)'"
    case .findings(let report): report.letter()
    case .recorded(let report): report.recordedLetter
    }
  }

  /// The same letter, for those who ask for it this way.
  public var errorDescription: String? { description }
}

/// That some of several fixtures fail.
public struct FixtureFailures: Error, Sendable, CustomStringConvertible, LocalizedError {
  /// Why, each.
  public let all: [FixtureFailure]

  /// Their letters.
  public var description: String { all.map(\.description).joined(separator: "\n\n") }

  /// The same letters, for those who ask for them this way.
  public var errorDescription: String? { description }
}

/// That there is no fixture where one should be.
package struct NoFixture: Error, CustomStringConvertible {
  /// The path as it was given.
  package let path: String

  /// How fixtures are called, and how one is made.
  package var description: String {
    "there is no fixture in '\(path)'; one is a log called 'NAME\(Fixture.logEnd)', and 'playhead fixture "
      + "add LOG --name NAME --in \(path)' makes it"
  }
}
