import PlayheadLog

extension Listing.Item {
  /// On a line, for a person.
  func text(_ line: ActionLine) throws -> String {
    switch self {
    case .action(let entry): try line.text(of: entry)
    case .note(let note): line.text(of: note)
    case .gap(let gap): line.text(of: gap)
    }
  }

  /// For a program.
  func json(of log: LogReader) throws -> JSON {
    switch self {
    case .action(let entry): .object(try JSON.action(entry, of: log))
    case .note(let note): .note(note, of: log)
    case .gap(let gap): .gap(gap)
    }
  }
}

extension LogReader {
  /// The names of types of action that were given to `parameter`. Throws if the log has not one of them.
  func checked(_ types: [String], for parameter: String) throws(UsageError.Fact) -> Set<String> {
    let known = self.types.map(\.name)
    for type in types where !known.contains(type) {
      let suggestion = Suggestion.closest(to: type, in: known)
      throw .badValue(
        type, for: parameter, .unknown(kind: "type", suggestion: suggestion, known: known))
    }
    return Set(types)
  }
}
