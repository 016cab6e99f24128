import FluxTesting
import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

@MainActor @Suite struct `A command line of the login list` {
  @Test(arguments: [
    (false, "filter g", "that is done in the list of logins; 'unlock CODE' and 'wait' come first"),
    (false, "copy", "that is done in a login's page; 'unlock CODE' and 'wait' come first"),
    (true, "unlock 2580", "the app is unlocked already; 'lock' locks it"),
    (true, "reveal", "that is done in a login's page; 'open N' leads there from the list"),
    (true, "storage x", "that is done in the settings; 'settings' leads there from the list"),
    (true, "open 7", "there is no login 7; the list has 6"),
    (true, "sort size", "'size' is not an order; there is alphabetically, recent"),
    (true, "add a b", "a password is missing; say 'add HOSTNAME USERNAME PASSWORD [TEXT]'"),
  ])
  func `the password list refuses commands with a sentence and dispatches no action`(
    isUnlocked: Bool, line: String, sentence: String
  ) throws {
    let session = try isUnlocked ? ItemListSession.unlocked() : ItemListSession()
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

  @Test func `'telemetry' in the password list shows action counts that are not part of the state`()
    throws
  {
    let session = try ItemListSession()
    #expect(try session.app.perform("telemetry") == "no action came")
    let before = try session.states()
    try session.perform("lock", "lock")
    #expect(try session.app.perform("telemetry") == "2 × Lock")
    #expect(try session.states() == before)
  }
}
