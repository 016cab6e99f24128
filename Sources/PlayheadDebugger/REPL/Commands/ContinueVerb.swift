/// `continue`: forwards to a breakpoint or a watchpoint.
struct ContinueVerb: Verb {
  let name = "continue"
  let aliases = ["c"]
  let summary = "Goes on to the next breakpoint or watchpoint, or to the end."
  let examples = [Example("continue", "on to the next action at which to stop")]
  let isRepeatable = true

  func run(_ given: Given, in session: DebugSession) throws {
    if let stop = try session.stop(backwards: false, for: name) {
      return try session.arrive(at: stop.step, stop: stop)
    }
    try session.move({ session.place(after: .max) }, edge: .end)
  }
}
