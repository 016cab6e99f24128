import FluxTesting
import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

@MainActor @Suite struct `A command line of the login list` {
  @Test(arguments: [
    ("lok", "unknown command 'lok'; did you mean 'lock'?"),
    ("unlock", "a code is missing; say 'unlock CODE'"),
    ("filter g", "that is done in the list of logins; 'unlock CODE' and 'wait' come first"),
    ("copy", "that is done in a login's page; 'unlock CODE' and 'wait' come first"),
  ])
  func `the locked password list refuses commands with a sentence and dispatches no action`(
    line: String, sentence: String
  ) throws {
    let session = try ItemListSession()
    #expect(session.refusal(of: line) == sentence)
    #expect(session.tape.entries.isEmpty)
  }

  @Test(arguments: [
    ("unlock 2580", "the app is unlocked already; 'lock' locks it"),
    ("reveal", "that is done in a login's page; 'open N' leads there from the list"),
    ("storage x", "that is done in the settings; 'settings' leads there from the list"),
    ("open 7", "there is no login 7; the list has 6"),
    ("open 0", "there is no login 0; the list has 6"),
    ("open x", "'x' is not a login's number"),
    ("sort size", "'size' is not an order; there is alphabetically, recent"),
    (
      "add a b",
      "a password is missing; say 'add HOSTNAME USERNAME PASSWORD [TEXT]'"
    ),
    ("lock now", "'lock' does not take 'now'; say 'lock'"),
  ])
  func `the unlocked password list refuses wrong commands with a sentence and dispatches no action`(
    line: String, sentence: String
  ) throws {
    let session = try ItemListSession.unlocked()
    let before = session.tape.entries.count
    #expect(session.refusal(of: line) == sentence)
    #expect(session.tape.entries.count == before)
  }

  @Test
  func
    `command lines work in the password list app with its default services, not only with test doubles`()
    throws
  {
    let app = try ItemListApp(inputs: .seeded())
    for line in ["unlock 2580", "wait", "filter bank", "open 1", "copy"] { try app.perform(line) }
    #expect(app.view.contains("(copied)"))
    try app.perform("lock")
    try app.perform("unlock 2580")
    app.finish()
    #expect(app.view.hasSuffix("6 logins"))
  }
}
