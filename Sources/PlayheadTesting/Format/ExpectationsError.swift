import PlayheadCoding
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

extension ExpectationsError: CustomStringConvertible {
  /// One sentence: the place, what is wrong there, and a way out.
  package var description: String {
    "\(line.map { "line \($0) of " } ?? "")'\(file)' \(sentence)"
  }

  private var sentence: String {
    switch reason {
    case .strange(let line):
      "is not understood ('\(String(line.prefix(40)).visible)'): write 'PATH = JSON', 'always EXPR', "
        + "'step NUMBER', 'end', or begin it with '#'"
    case .condition(let error):
      "has no condition behind 'always': \(error)"
    case .noJSON:
      "has no JSON behind '=': write a text as \"text\", and '?' for what is to be filled in; a value goes "
        + "on in the lines that begin with a space, and in that of its closing bracket"
    case .unknownStore(let path, let suggestion?, _):
      "asks for '\(path)', and there is no such store; did you mean '\(suggestion)'?"
    case .unknownStore(let path, nil, let known):
      "asks for '\(path)', and there is no such store; the stores are: "
        + known.map { "'\($0)'" }.joined(separator: ", ")
    case .empty:
      "expects nothing, so that nothing can fail; write 'PATH = ?', and '\(toolName) fixture update' fills it in"
    case .unreadable(let reason):
      "cannot be read: \(reason); check that it is a text, and its permissions"
    case .unwritable(let reason):
      "cannot be written: \(reason); check the permissions of its folder"
    }
  }
}
