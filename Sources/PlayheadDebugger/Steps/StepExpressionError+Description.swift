import PlayheadValues
import PlayheadReplay

extension StepExpressionError: CustomStringConvertible {
  /// One sentence.
  package var description: String {
    switch self {
    case .notAStep(let text):
      "'\(text)' is not a step: write '42', '50%', 'end' or '+83.2s'"
    case .notARange(let text):
      "'\(text)' is not a range of steps: write 'A..B', 'A..' or '..B'"
    case .rangeNotStep(let text):
      "'\(text)' is a range of steps, but one step is wanted"
    case .beyondWhole(let text):
      "'\(text)' is beyond the end, which is '100%'"
    case .outside(let step, let first, let last):
      "step \(step) is not in this log, which has steps \(first) to \(last)"
    case .backwards(let from, let to):
      "the range goes backwards, from step \(from) to step \(to): write '\(to)..\(from)'"
    case .noBookmark(let name, let known):
      "there is no bookmark '\(name)'" + Self.wayOut(name, known)
    case .bookmarkElsewhere(let name):
      "'@\(name)' is a bookmark, and only the conversation of '\(toolName) debug' has those"
    }
  }

  private static func wayOut(_ name: String, _ known: [String]) -> String {
    if let near = Suggestion.closest(to: name, in: known) { return didYouMean(near) }
    guard !known.isEmpty else { return "; 'bookmark \(name)' gives the present step this name" }
    return "; there are: \(known.map { "'\($0)'" }.joined(separator: ", "))"
  }
}
