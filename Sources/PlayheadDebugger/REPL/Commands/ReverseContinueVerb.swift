/// `reverse-continue`: backwards to a breakpoint.
struct ReverseContinueVerb: Verb {
  let name = "reverse-continue"
  let aliases = ["rc"]
  let summary = "Goes back to the breakpoint before, or to the start."
  let examples = [Example("rc", "back to the last action at which to stop")]
  let isRepeatable = true

  func run(_ given: Given, in session: DebugSession) throws {
    let search = BreakpointSearch(session: session)
    if !session.breakpoints.all.isEmpty, let stop = try search.previous() {
      return try session.arrive(at: stop.step, stop: stop.breakpoint, given)
    }
    try session.move({ session.place(before: .max) }, edge: .start, given)
  }
}
