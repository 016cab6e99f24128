import Foundation
package import PlayheadValues

/// What a check writes down of what is expected of a fixture.
///
/// Whenever something is written down, the check fails and says so: what is written now was not compared
/// with anything.
public enum RecordMode: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case never
  /// What is not written down yet: a fixture without a `NAME.fixture.txt` gets one with the last state of every
  /// store, and a `?` gets its value.
  case missing
  /// That, and values that are not as expected any more.
  case failed
  /// All values, whether they are as expected or not.
  case all

  /// The variable of the environment that has one of the words.
  package static let variable = "PLAYHEAD_RECORD"

  /// What was asked for, in the call or else in the environment; nothing is written where the variable `CI` is
  /// set, for nobody would see it there. Throws a ``RecordModeError`` for another word.
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

/// That the environment asks for a mode that there is not.
package struct RecordModeError: Error, CustomStringConvertible {
  package let word: String

  /// The word, and those that there are.
  package var description: String {
    let words = RecordMode.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return "the variable '\(RecordMode.variable)' is '\(word)', and must be one of \(words)"
  }
}

extension Expectations {
  /// What is expected of a session of which nothing is said: the last state of each of these stores, not known
  /// yet.
  package static func lastState(of stores: [String], named name: String) -> Expectations {
    Expectations(heading(of: name) + [.end] + stores.map { .value(StatePath([.field($0)]), nil) })
  }

  /// What stands above all else.
  package static func heading(of name: String) -> [Item] {
    [
      "# What must hold of \(name)\(Fixture.logEnd). Lines that begin with '#' stay as they are.",
      "",
    ].map(Item.remark)
  }

  /// With these values in the place of those that are there, as far as `mode` says; the values are in the order
  /// of ``values``.
  package func recording(_ actual: [Value], _ mode: RecordMode) -> Expectations {
    var recorded = self
    for (expected, actual) in zip(values, actual) where mode.writes(expected.value, actual) {
      recorded.set(expected, to: actual)
    }
    return recorded
  }
}

extension RecordMode {
  /// Whether `actual` is written in the place of `expected`.
  fileprivate func writes(_ expected: Value?, _ actual: Value) -> Bool {
    switch self {
    case .never: false
    case .missing: expected == nil
    case .failed: expected != actual
    case .all: true
    }
  }
}
