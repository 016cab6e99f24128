package import PlayheadReplay
package import PlayheadValues

/// Why expectations cannot be read, or make no sense for their log. `description` says it in a sentence
/// with a way out.
package struct ExpectationsError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Reason: Hashable, Sendable {
    /// A line is none of those that there are.
    case strange(String)
    /// What stands behind `always` is no condition.
    case condition(ConditionError)
    /// What stands behind `=` is no JSON.
    case noJSON
    /// A place begins with none of the app's stores.
    case unknownStore(StatePath, suggestion: String?, known: [String])
    /// There is nothing in it that could fail.
    case empty
    /// The system does not let the file be read, or it is no text.
    case unreadable(String)
    /// The system does not let the file be written.
    case unwritable(String)
  }

  /// The file.
  package let file: String
  /// The line, from 1, if it is about one.
  package let line: Int?
  /// What is wrong.
  package let reason: Reason

  init(_ file: String, line: Int? = nil, _ reason: Reason) {
    (self.file, self.line, self.reason) = (file, line, reason)
  }
}
