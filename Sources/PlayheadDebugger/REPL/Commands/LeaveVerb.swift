/// `leave`: back to the recording.
struct LeaveVerb: Verb {
  let name = "leave"
  let summary = "Goes back to the recording, and forgets the branch."
  let details = ["'save' keeps it. At a terminal you are asked first if no log has its changes."]
  let examples = [Example("leave", "beside where you are in the branch")]

  func run(_ given: Given, in session: DebugSession) throws {
    _ = try session.requireBranch()
    session.afterwards = {
      guard try session.mayLeave() else { return }
      session.leaveBranch()
      try session.showPlace()
    }
  }
}
