/// `revert`: takes a change back.
struct RevertVerb: Verb {
  let name = "revert"
  let summary = "Takes the last change of the branch back; without any it is the recording again."
  let details = ["'undo' is for places only."]
  let examples = [Example("revert", "as if the last change had not been made")]

  func run(_ given: Given, in session: DebugSession) throws {
    try session.show(session.revert(for: name), as: "reverted")
  }
}
