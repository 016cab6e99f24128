package import PlayheadLog
import PlayheadReading
import PlayheadReplay
package import PlayheadValues

// How what is being typed may go on.

extension StatePath {
  /// More paths than you would read.
  private static let completionLimit = 500

  /// The paths that begin with `typed`, in the value's order. `components` returns the parts at a path, at most as
  /// many as its second argument says.
  package static func completions(
    of typed: String, components: (StatePath, Int) throws -> [StatePath.Component]
  ) rethrows -> [String] {
    // The parent is the text up to a dot or bracket. There may be several, because a key may contain them, too.
    for end in typed.indices.reversed() where typed[end] == "." || typed[end] == "[" {
      guard end > typed.startIndex, let parent = try? StatePath(String(typed[..<end])) else {
        continue
      }
      let parts = try components(parent, completionLimit)
      if !parts.isEmpty { return parent.children(parts, completing: typed) }
    }
    return StatePath().children(try components(StatePath(), completionLimit), completing: typed)
  }

  private func children(_ parts: [Component], completing typed: String) -> [String] {
    parts.prefix(Self.completionLimit).map { appending($0).description }
      .filter { $0.hasPrefix(typed) }
  }
}

extension Inspector {
  /// The words that may follow in a condition, given what was typed up to the cursor, and the end of it that they replace.
  /// Paths are those of the state of `step`.
  package func completion(
    ofExpression text: String, at step: Step
  ) throws -> (typed: String, words: [String]) {
    // Inside a text in quotes, there is an odd number of them.
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    let typed: String
    let words: [String]
    if parts.count.isMultiple(of: 2) {
      typed = String(parts.last ?? "")
      words = try texts(after: String(parts[parts.count - 2]), completing: typed, at: step)
    } else {
      let end = parts.last ?? ""
      typed = String(end.suffix(while: { $0.isLetter || $0 == "_" }))
      words = typed.isEmpty ? [] : Condition.words
    }
    return (typed, words.filter { $0.hasPrefix(typed) && $0 != typed })
  }

  /// The texts that may stand in quotes after `words`.
  private func texts(
    after words: String, completing typed: String, at step: Step
  ) throws -> [String] {
    let words = words.lowercased().filter { !$0.isWhitespace }
    if ["state(", "before(", "changed("].contains(where: words.hasSuffix) {
      return try StatePath.completions(of: typed) {
        try ask(PartsRequest(of: step, at: $0, limit: $1))
      }
    }
    if words.hasSuffix("payload->>") || words.hasSuffix("payload->") {
      guard log.steps.run(holding: step) != nil else { return [] }
      return try log.entry(at: step).payload().components.compactMap(\.name)
    }
    // Such as 'type =', 'type in (' and a later text of such a list.
    return words.contains(/type(=|<>|!=|like|in\()$/) || words.hasSuffix(",")
      ? log.types.map(\.name) : []
  }
}

extension Condition {
  /// The words of an expression that are not SQLite's alone.
  fileprivate static let words =
    Column.allCases.map(\.rawValue)
    + ["state('", "before('", "changed('", "payload->>'", "and", "or", "not", "like", "between"]
}

extension Substring {
  /// The characters at the end, as far back as each meets a condition.
  fileprivate func suffix(while holds: (Character) -> Bool) -> Substring {
    self[(lastIndex { !holds($0) }.map(index(after:)) ?? startIndex)...]
  }
}
