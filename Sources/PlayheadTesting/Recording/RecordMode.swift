import Foundation

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
