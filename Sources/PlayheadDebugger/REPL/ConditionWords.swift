import PlayheadInspector
import PlayheadReplay

/// How `break` and `watch` take a condition: what comes behind `if` is one word, whatever is in it.
enum ConditionWords {
  static let word = Parameter.optionalArgument("if", .text, "Only where a condition holds.")
  static let condition = Parameter.optionalArgument(
    "EXPR", .expression, "The condition; 'help expressions' tells how it is written.")

  /// The words of `text`; without any in front of the `if` there is an empty one.
  static func split(_ text: Substring) -> [String] {
    guard let parts = LineWords.parts(of: text, around: "if") else { return LineWords.split(text) }
    let condition = parts.after.drop(while: \.isWhitespace)
    let rest = LineWords.split(parts.before)
    // Options come before the dashes.
    return (rest.isEmpty ? [""] : rest) + ["--", "if", String(condition)]
  }
}

extension Given {
  /// The condition behind `if`, of which is known that it can be asked in `session`.
  func condition(for verb: String, in session: DebugSession) throws -> Condition? {
    if let word = self[ConditionWords.word], word != "if" { throw UsageError.Fact.unexpected(word) }
    guard let condition = self[ConditionWords.condition] else {
      if self[ConditionWords.word] != nil { throw UsageError.Fact.missing("EXPR") }
      return nil
    }
    guard condition.needsStates else { return condition }
    guard session.missingStores == nil else {
      throw DebugError.storesMissing(verb: "\(verb) … if \(condition.text)")
    }
    _ = try session.ask(WatchRequest(where: [condition], at: session.position), for: verb)
    return condition
  }
}
