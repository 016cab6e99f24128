import FluxTesting
import Foundation
import ItemList
import ItemListTerminal
import PlayheadFlux
import PlayheadReplay
import Testing

@MainActor @Suite struct `A replayed session` {
  private static let session = [
    "unlock 1", "wait", "unlock 2580", "wait", "filter a", "sort recent", "open 2", "reveal",
    "copy", "edit username eve", "back", "add new.example a b notes", "open 1", "delete",
    "settings", "back", "lock", "unlock 1", "wait", "unlock 2580", "lock", "wait", "unlock 2580",
    "wait",
  ]

  @Test
  func `a replay of a password list session checks no code and uses no storage or clipboard`()
    throws
  {
    let live = try ItemListSession()
    for line in Self.session { try live.perform(line) }
    #expect(live.device.uses.contains("read"))
    let again = try ItemListSession()
    #expect(live.tape.replay(in: again.app.dispatcher) == [])
    again.app.finish()
    #expect(try again.states() == live.states())
    #expect(again.device.uses == [])
    #expect(again.tape.entries.isEmpty)
    #expect(again.app.counts.text == "no action came")
  }

  @Test
  func
    `restoring the password list's states store by store gives the same view and runs no effects`()
    throws
  {
    let live = try ItemListSession.unlocked()
    try live.perform("filter git", "open 1", "reveal")
    let states = live.app.dispatcher.stores.map(\.anyState)
    let view = live.app.view
    let again = try ItemListSession()
    for (store, state) in zip(again.app.dispatcher.stores, states).reversed() {
      try again.app.dispatcher.restore([state], of: [store])
    }
    #expect(again.app.view == view)
    #expect(again.device.uses == [])
  }
}
