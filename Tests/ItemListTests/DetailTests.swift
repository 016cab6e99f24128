import FluxTesting
import Foundation
import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

@MainActor @Suite struct `A login's page` {
  @Test func `a login's page shows the password only between 'reveal' and leaving the page`()
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

  @Test func `'copy' runs an effect that confirms the copy with an action`() throws {
    let session = try ItemListSession.unlocked()
    #expect(try session.perform("open 4", "copy").contains("••••••••  (copied)"))
    #expect(session.device.uses.suffix(2) == ["copy correct horse", "write 6"])
    #expect(session.tape.cause(of: "CopyConfirmed") == "CopyPassword")
    #expect(try !session.perform("back", "open 4").contains("(copied)"))
  }

  @Test func `an edit that differs only in its Unicode form changes nothing`() throws {
    let session = try ItemListSession.unlocked()
    try session.perform("open 3")
    let before = try session.states()
    try session.perform("edit hostname cafe\u{301}.example")
    #expect(session.tape.entries.last?.changed == [])
    #expect(try session.states() == before)
  }

  @Test func `a login's page escapes control characters`() throws {
    let session = try ItemListSession.unlocked()
    try session.perform("add a\u{1B}[2J b\u{9B} c", "open 1")
    #expect(session.lines.prefix(2) == ["a␛[2J", "  username   b\u{FFFD}"])
  }

  @Test func `a login's page is left when another storage replaces its login`()
    throws
  {
    let session = try ItemListSession.unlocked()
    try session.perform("open 1", "reveal")
    session.app.dispatcher.dispatch(UseStorage(path: nil))
    #expect(session.app.root.stack == [.list])
  }

  @Test func `a login's page shows dates far in the past and in the future`() throws {
    for seconds in [-1e300, -1e15, 1e15, 1e300] {
      var item = LoginItem.examples[0]
      item.lastUsed = Date(timeIntervalSinceReferenceDate: seconds)
      let session = try ItemListSession.unlocked([item])
      #expect(try session.perform("open 1").contains("  last used  "))
    }
  }

  @Test func `a login's page says that its login is gone`() throws {
    let session = try ItemListSession.unlocked()
    try session.perform("open 1")
    try session.app.dispatcher.restore([Logins()], of: [session.core.items])
    #expect(session.app.view == "This login is not there any more.")
  }
}
