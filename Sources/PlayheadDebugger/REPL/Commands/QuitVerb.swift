/// `quit`: the end of the conversation.
struct QuitVerb: Verb {
  let name = "quit"
  let aliases = ["q", "exit"]
  let summary = "Ends the conversation, as Ctrl-D does."
  let examples = [Example("quit", "ends")]

  func run(_ given: Given, in session: DebugSession) throws {
    session.isOver = true
  }
}
