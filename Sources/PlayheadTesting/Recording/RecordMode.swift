import Foundation
package import PlayheadValues

/// What a check records as the expectations of a fixture.
///
/// A check that records anything fails and says so, because the recorded values were not compared.
public enum RecordMode: String, Hashable, Sendable, CaseIterable {
  /// Record nothing.
  case never
  /// Record missing values: a fixture without a `NAME.fixture.txt` gets one with the last state of every
  /// store, and a `?` gets its value.
  case missing
  /// Record missing values, and values that are no longer as expected.
  case failed
  /// Record all values, as expected or not.
  case all

  /// The environment variable for the mode.
  package static let variable = "PLAYHEAD_RECORD"

  /// The mode from the call, or else from the environment. ``never`` if the variable `CI` is set, because
  /// nobody would see the recorded values there. Throws a ``RecordModeError`` for an unknown word.
  package static func inForce(
    _ asked: RecordMode?,
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(RecordModeError) -> RecordMode {
    let word = environment[variable] ?? ""
    let known = RecordMode(rawValue: word)
    if !word.isEmpty, known == nil { throw RecordModeError(word: word) }
    if let ci = environment["CI"], !["", "0", "false"].contains(ci) { return .never }
    return asked ?? known ?? .missing
  }
}

/// The environment asks for an unknown mode.
package struct RecordModeError: Error, CustomStringConvertible {
  package let word: String

  /// The unknown word, and the known ones.
  package var description: String {
    let words = RecordMode.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return "the variable '\(RecordMode.variable)' is '\(word)', and must be one of \(words)"
  }
}

extension Expectations {
  /// Expectations for a session that has none: the last state of each of these stores, not recorded yet.
  package static func lastState(of stores: [String], named name: String) -> Expectations {
    Expectations(heading(of: name) + [.end] + stores.map { .value(StatePath([.field($0)]), nil) })
  }

  /// The first lines of a new file.
  package static func heading(of name: String) -> [Item] {
    [
      "# What must hold of \(name)\(Fixture.logEnd). Lines that begin with '#' stay as they are.",
      "",
    ].map(Item.remark)
  }

  /// These expectations with the `actual` values of ``values``, as far as `mode` records them and they are known.
  package func recording(_ actual: [Value?], _ mode: RecordMode) -> Expectations {
    var recorded = self
    for case (let expected, let actual?) in zip(values, actual)
    where mode.writes(expected.value, actual) {
      recorded.set(expected, to: actual)
    }
    return recorded
  }
}

extension RecordMode {
  /// Whether to record `actual` in the place of `expected`.
  fileprivate func writes(_ expected: Value?, _ actual: Value) -> Bool {
    switch self {
    case .never: false
    case .missing: expected == nil
    case .failed: expected != actual
    case .all: true
    }
  }
}
