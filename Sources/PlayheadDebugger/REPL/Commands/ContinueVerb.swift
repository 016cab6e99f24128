/// `continue`: forwards to a breakpoint.
struct ContinueVerb: Verb {
  let name = "continue"
  let aliases = ["c"]
  let summary = "Goes on to the next breakpoint, or to the end."
  let examples = [Example("continue", "on to the next action at which to stop")]
  let isRepeatable = true

  func run(_ given: Given, in session: DebugSession) throws {
    if !session.breakpoints.all.isEmpty, let stop = try BreakpointSearch(session: session).next() {
      return try session.arrive(at: stop.step, stop: stop.breakpoint, given)
    }
    try session.move({ session.place(after: .max) }, edge: .end, given)
  }
}
