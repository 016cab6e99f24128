import PlayheadFiles
import PlayheadLog
import PlayheadReplay
import PlayheadValues

extension Listing.Item {
  /// On a line, for a person; behind an action what `search` prints of its step.
  func text(_ line: ActionLine, _ search: Search? = nil) throws -> StyledText {
    switch self {
    case .action(let action):
      let answers = try search?.answers(at: action.entry.step) ?? []
      let printed = zip(search?.expressions ?? [], answers).map { "  \($0.text) = \($1.text)" }
      return "\(try line.text(of: action))\(printed.joined())"
    case .note(let note): return line.text(of: note)
    case .gap(let gap): return line.text(of: gap)
    }
  }

  /// For a program.
  func json(of log: LogReader, _ search: Search? = nil) throws -> JSON {
    switch self {
    case .action(let action):
      var members = try action.json(of: log)
      if let search, !search.expressions.isEmpty {
        let answers = try search.answers(at: action.entry.step)
        members.append(("printed", answers.map { .array($0.map(\.json)) } ?? .null))
      }
      return .object(members)
    case .note(let note): return .note(note, of: log)
    case .gap(let gap): return .gap(gap)
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
