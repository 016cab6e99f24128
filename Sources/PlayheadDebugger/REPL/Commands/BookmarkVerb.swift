import PlayheadLog

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
    let before = session.bookmarks.set(name, to: session.position)
    if given.wantsJSON {
      return try session.console.print(
        ["bookmark": .string(name), "step": .uint(session.position.number)])
    }
    let moved = before.map { $0 == session.position ? "" : ", and no longer step \($0)" } ?? ""
    try session.console.print("@\(name) is step \(session.position)\(moved)")
  }
}
