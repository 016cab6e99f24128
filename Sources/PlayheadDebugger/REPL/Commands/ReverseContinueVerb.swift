/// `reverse-continue`: backwards to a breakpoint or a watchpoint.
struct ReverseContinueVerb: Verb {
  let name = "reverse-continue"
  let aliases = ["rc"]
  let summary = "Goes back to the breakpoint or watchpoint before, or to the start."
  let examples = [Example("rc", "back to the last action at which to stop")]
  let isRepeatable = true

  func run(_ given: Given, in session: DebugSession) throws {
    if let stop = try session.stop(backwards: true, for: name) {
      return try session.arrive(at: stop.step, stop: stop)
    }
    try session.move({ session.place(before: .max) }, edge: .start)
  }
}
