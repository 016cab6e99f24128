/// `leave`: back to the recording.
struct LeaveVerb: Verb {
  let name = "leave"
  let summary = "Goes back to the recording, and forgets the branch."
  let details = ["'save' keeps it."]
  let examples = [Example("leave", "beside where you are in the branch")]

  func run(_ given: Given, in session: DebugSession) throws {
    _ = try session.requireBranch()
    session.leaveBranch()
    try session.showPlace(wantsJSON: given.wantsJSON)
  }
}
