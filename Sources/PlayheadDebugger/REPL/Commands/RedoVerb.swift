/// `redo`: where one was before `undo`.
struct RedoVerb: Verb {
  let name = "redo"
  let summary = "Goes again to the place from which 'undo' went back."
  let examples = [Example("redo", "takes an 'undo' back")]
  let isRepeatable = true

  func run(_ given: Given, in session: DebugSession) throws {
    guard session.places.redo() else { throw DebugError.noPlace(isUndo: false) }
    try session.showPlace()
  }
}
