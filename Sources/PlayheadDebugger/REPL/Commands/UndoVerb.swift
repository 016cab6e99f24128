/// `undo`: where one was before.
struct UndoVerb: Verb {
  let name = "undo"
  let summary = "Goes back to the place where you were before."
  let details = ["Every place at which a command stopped counts, as the pages of a browser do."]
  let examples = [Example("undo", "where the last move began")]
  let isRepeatable = true

  func run(_ given: Given, in session: DebugSession) throws {
    guard session.places.undo() else { throw DebugError.noPlace(isUndo: true) }
    try session.showPlace()
  }
}
