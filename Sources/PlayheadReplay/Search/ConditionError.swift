public import PlayheadValues

/// Why an expression has no value.
public struct ConditionError: Error, Hashable, Sendable {
  /// What is wrong with the expression.
  public enum Reason: Hashable, Sendable {
    /// There is no such column.
    case unknownColumn(String, suggestion: String?)
    /// There is no such function.
    case unknownFunction(String, suggestion: String?)
    /// A text that should be a path is not one.
    case path(PathError)
    /// A path begins with none of the log's stores.
    case unknownStore(StatePath, known: [String])
    /// It reads states, and there are no stores.
    case needsStores
    /// It cannot be read or evaluated, in words, and perhaps what to do.
    case unusable(String, fix: String? = nil)
  }

  /// The expression's text.
  public var text: String
  /// The place in the text, in characters from 0, if known.
  public var offset: Int?
  /// What is wrong with the expression.
  public var reason: Reason

  init(_ text: String, at offset: Int? = nil, _ reason: Reason) {
    (self.text, self.offset, self.reason) = (text, offset, reason)
  }
}

extension ConditionError: CustomStringConvertible {
  /// One sentence: what is wrong, the place (characters count from 1), and what to do.
  public var description: String {
    switch reason {
    case .unknownColumn(let name, let suggestion):
      "unknown column '\(name)'\(place)" + (meantColumn(suggestion, name) ?? hint(name))
    case .unknownFunction(let name, let suggestion):
      "unknown function '\(name)'\(place)" + (Self.meant(suggestion) ?? "")
    case .unknownStore(let path, let known):
      "the log has no store '\(path.components.first?.name ?? "\(path)")'\(place); "
        + Suggestion.hint(for: path, among: known)
    case .path(let error):
      "\(error)\(place.isEmpty ? "" : " (the text\(place) of the condition)")"
    case .needsStores:
      "'\(text)' uses states, which need the stores of the recorded app; leave out "
        + "'state', 'before' and 'changed', or use the app's own executable"
    case .unusable(let words, let fix):
      "'\(text)' is not a condition: \(words)\(place)" + (fix.map { "; \($0)" } ?? "")
    }
  }

  private var place: String { offset.map { " at character \($0 + 1)" } ?? "" }

  private static func meant(_ suggestion: String?) -> String? {
    suggestion.map { "; did you mean '\($0)'?" }
  }

  /// Double quotes may have been meant for a text.
  private func meantColumn(_ suggestion: String?, _ name: String) -> String? {
    guard isInDoubleQuotes else { return Self.meant(suggestion) }
    return suggestion.map {
      "; did you mean '\($0)'? A text is written '\(name)' in single quotes"
    }
  }

  private var isInDoubleQuotes: Bool {
    offset.map { text.unicodeScalars.dropFirst($0).first == "\"" } ?? false
  }

  /// A hint for a name that is close to no column.
  private func hint(_ name: String) -> String {
    if name.contains("."), !isInDoubleQuotes {
      return "; a value of the state is written state('\(name)')"
    }
    return "; a text is written '\(name)' in single quotes, a value of the state state('\(name)'), "
      + "and the columns are \(Condition.Column.allCases.map(\.rawValue).quotedList)"
  }
}
