/// `revert`: takes a change back.
struct RevertVerb: Verb {
  let name = "revert"
  let summary = "Takes the last change of the branch back; without any it is the recording again."
  let details = ["'undo' is for places only."]
  let examples = [Example("revert", "as if the last change had not been made")]

  func run(_ given: Given, in session: DebugSession) throws {
    var open = try session.requireBranch()
    guard let change = open.revert() else { throw DebugError.noBranch }
    session.enter(open)
    if open.made.isEmpty { session.leaveBranch() }
    try session.show(change, as: "reverted", given)
  }
}
