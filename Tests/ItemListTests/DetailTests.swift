import FluxTesting
import Foundation
import ItemList
import ItemListTerminal
import PlayheadFlux
import PlayheadReplay
import Testing

@MainActor @Suite struct `A login's page` {
  @Test func `editing a login to another Unicode form of the same text changes nothing`() throws {
    let session = try ItemListSession.unlocked()
    try session.perform("open 3")
    let before = try session.states()
    try session.perform("edit hostname cafe\u{301}.example")
    #expect(session.tape.entries.last?.changed == [])
    #expect(try session.states() == before)
  }

  @Test
  func `the password list closes an open login when it is deleted, but not when another one is`()
    throws
  {
    let session = try ItemListSession.unlocked()
    try session.perform("open 1")
    session.app.dispatcher.dispatch(DeleteItem(id: LoginItem.examples[0].id))
    #expect(session.core.routes.state.stack.count == 2)
    session.app.dispatcher.dispatch(DeleteItem(id: LoginItem.examples[5].id))
    #expect(session.core.routes.state.stack == [.list])
  }

  @Test func `the password list closes an open login when another storage replaces it`()
    throws
  {
    let session = try ItemListSession.unlocked()
    try session.perform("open 1", "reveal")
    session.app.dispatcher.dispatch(UseStorage(path: nil))
    #expect(session.app.root.stack == [.list])
  }

  @Test func `the password list's view of a login shows dates far in the past and in the future`()
    throws
  {
    for seconds in [-1e300, -1e15, 1e15, 1e300] {
      var item = LoginItem.examples[0]
      item.lastUsed = Date(timeIntervalSinceReferenceDate: seconds)
      let session = try ItemListSession.unlocked([item])
      #expect(try session.perform("open 1").contains("  last used  "))
    }
  }

  @Test func `the password list's view of a login says so if the login no longer exists`() throws {
    let session = try ItemListSession.unlocked()
    try session.perform("open 1")
    try session.app.dispatcher.restore([Logins()], of: [session.core.items])
    #expect(session.app.view == "This login is not there any more.")
  }
}
