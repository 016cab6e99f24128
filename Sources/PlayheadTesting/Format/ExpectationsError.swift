import PlayheadCoding
package import PlayheadReplay
package import PlayheadValues

/// Why expectations cannot be read, or do not fit their log. `description` says what to do.
package struct ExpectationsError: Error, Hashable, Sendable {
  /// What is wrong.
  package enum Reason: Hashable, Sendable {
    /// A line of no known kind.
    case strange(String)
    /// The text after `always` is not a condition.
    case condition(ConditionError)
    /// The text after `=` is not JSON.
    case noJSON
    /// A path begins with none of the app's stores.
    case unknownStore(StatePath, known: [String])
    /// The file has nothing that could fail.
    case empty
    /// The system cannot read the file, or the file is not text.
    case unreadable(String)
    /// The system cannot write the file.
    case unwritable(String)
  }

  /// The path of the file.
  package let file: String
  /// The line, from 1, if one is at fault.
  package let line: Int?
  /// What is wrong.
  package let reason: Reason

  init(_ file: String, line: Int? = nil, _ reason: Reason) {
    (self.file, self.line, self.reason) = (file, line, reason)
  }
}

extension ExpectationsError: CustomStringConvertible {
  /// One sentence: the place, what is wrong there, and what to do.
  package var description: String {
    "\(line.map { "line \($0) of " } ?? "")'\(file)' \(sentence)"
  }

  private var sentence: String {
    switch reason {
    case .strange(let line):
      "is not understood ('\(String(line.prefix(40)).visible)'): write 'PATH = JSON', 'always EXPR', "
        + "'step NUMBER', 'end', or begin it with '#'"
    case .condition(let error):
      "has no condition after 'always': \(error)"
    case .noJSON:
      "has no JSON after '=': write a text as \"text\", and '?' for a value to fill in; a value continues "
        + "in the lines that begin with a space, and in the line of its closing bracket"
    case .unknownStore(let path, let known):
      "asks for '\(path)', but there is no such store; \(Suggestion.hint(for: path, among: known))"
    case .empty:
      "expects nothing, so it cannot fail; write 'PATH = ?', and '\(toolName) fixture update' fills it in"
    case .unreadable(let reason):
      "cannot be read: \(reason); check that it is a text file, and check its permissions"
    case .unwritable(let reason):
      "cannot be written: \(reason); check the permissions of its folder"
    }
  }
}
