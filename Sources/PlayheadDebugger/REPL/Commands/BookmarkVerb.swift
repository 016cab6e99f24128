import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `bookmark`: a name for a step.
struct BookmarkVerb: Verb {
  let name = "bookmark"
  let summary = "Gives the present step a name, by which it can be written as '@NAME'."
  let details = ["A name that is given again moves. Bookmarks end with the conversation."]
  let bookmark = Parameter.argument("NAME", .text, "The name: letters, digits, '-' and '_'.")
  var parameters: [any ParameterDeclaration] { [bookmark] }
  let examples = [Example("bookmark before", "'goto @before' comes back here")]

  func run(_ given: Given, in session: DebugSession) throws {
    let name =
      given[bookmark].hasPrefix("@") ? String(given[bookmark].dropFirst()) : given[bookmark]
    guard StepExpression.isBookmark(name) else { throw DebugError.badName(name) }
    // Branches come and go.
    guard let step = try session.inspector.origin(of: session.position).step else {
      throw DebugError.inserted(session.position)
    }
    let before = session.bookmarks.set(name, to: step)
    let moved = before.map { $0 == step ? "" : ", and no longer step \($0)" } ?? ""
    let recorded = session.openBranch == nil ? "" : " of the recording"
    try session.console.show(["bookmark": .string(name), "step": .uint(step.number)]) {
      try session.console.print("@\(name) is step \(step)\(recorded)\(moved)")
    }
  }
}
