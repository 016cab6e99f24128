import FluxTesting
import Foundation
import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

@MainActor @Suite struct `A login's page` {
  @Test func `a login's page covers the password until it is asked for, and again when it is left`()
    throws
  {
    let session = try ItemListSession.unlocked()
    #expect(try !session.perform("open 4").contains("correct horse"))
    #expect(try session.perform("reveal").contains("  password   correct horse"))
    #expect(try !session.perform("reveal").contains("correct horse"))
    try session.perform("reveal", "back")
    #expect(session.core.detail.state == ItemDetailDisplay())
    #expect(try !session.perform("open 4").contains("correct horse"))
  }

  @Test func `a login's page copies by an effect, which confirms it`() throws {
    let session = try ItemListSession.unlocked()
    #expect(try session.perform("open 4", "copy").contains("••••••••  (copied)"))
    #expect(session.device.uses.suffix(2) == ["copy correct horse", "write 6"])
    #expect(session.tape.cause(of: "CopyConfirmed") == "CopyPassword")
    #expect(try !session.perform("back", "open 4").contains("(copied)"))
  }

  @Test func `a login's page counts copying as a use`() throws {
    let session = try ItemListSession.unlocked()
    try session.perform("sort recent", "open 6", "copy", "back")
    #expect(session.hostnames.first == "café.example")
  }

  @Test func `a login's page is edited field by field`() throws {
    let session = try ItemListSession.unlocked()
    try session.perform(
      "open 1", "edit hostname a.example", "edit username b", "edit password c d", "edit notes",
      "reveal")
    #expect(
      session.lines.prefix(4) == [
        "a.example", "  username   b", "  password   c d", "  notes      ",
      ])
    #expect(
      session.refusal(of: "edit password") == "a password cannot be empty; say 'edit password TEXT'"
    )
  }

  @Test func `a login's page takes a text that only looks the same for no change at all`() throws {
    let session = try ItemListSession.unlocked()
    try session.perform("open 3")
    let before = try session.states()
    try session.perform("edit hostname cafe\u{301}.example")
    #expect(session.tape.entries.last?.changed == [])
    #expect(try session.states() == before)
  }

  @Test func `a login's page shows control characters without obeying them`() throws {
    let session = try ItemListSession.unlocked()
    try session.perform("add a\u{1B}[2J b\u{9B} c", "open 1")
    #expect(session.lines.prefix(2) == ["a␛[2J", "  username   b\u{FFFD}"])
  }

  @Test func `a login's page is left when the items of another storage take its login's place`()
    throws
  {
    let session = try ItemListSession.unlocked()
    try session.perform("open 1", "reveal")
    session.app.dispatcher.dispatch(UseStorage(path: nil))
    #expect(session.app.root.stack == [.list])
  }

  @Test func `a login's page shows any date that a file can have`() throws {
    for seconds in [-1e300, -1e15, 1e15, 1e300] {
      var item = LoginItem.examples[0]
      item.lastUsed = Date(timeIntervalSinceReferenceDate: seconds)
      let session = try ItemListSession.unlocked([item])
      #expect(try session.perform("open 1").contains("  last used  "))
    }
  }

  @Test func `a login's page says so when its login is gone`() throws {
    let session = try ItemListSession.unlocked()
    try session.perform("open 1")
    try session.app.dispatcher.restore([Logins()], of: [session.core.items])
    #expect(session.app.view == "This login is not there any more.")
  }
}
