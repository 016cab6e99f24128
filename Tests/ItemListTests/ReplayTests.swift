import FluxTesting
import Foundation
import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

@MainActor @Suite struct `A replayed session` {
  private static let session = [
    "unlock 1", "wait", "unlock 2580", "wait", "filter a", "sort recent", "open 2", "reveal",
    "copy", "edit username eve", "back", "add new.example a b notes", "open 1", "delete",
    "settings",
    "back", "lock", "unlock 1", "wait", "unlock 2580", "lock", "wait", "unlock 2580", "wait",
  ]

  @Test func `a replay of a password list session has the same states and view after each command`()
    throws
  {
    let live = try ItemListSession()
    let again = try ItemListSession()
    var replayed = 0
    for line in Self.session {
      try live.perform(line)
      for entry in live.tape.entries.dropFirst(replayed) {
        let result = entry.replay(in: again.app.dispatcher)
        #expect(result.mismatch == nil)
        #expect(result.changed == entry.changed)
      }
      replayed = live.tape.entries.count
      #expect(try again.states() == live.states(), "\(line)")
      #expect(again.app.view == live.app.view, "\(line)")
    }
    #expect(replayed > Self.session.count)
  }

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
    #expect(again.device.uses == [])
    #expect(again.tape.entries.isEmpty)
    #expect(again.app.counts.text == "no action came")
  }

  @Test func `a replay of a password list session does not create the session's storage file`()
    throws
  {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let live = try ItemListSession.unlocked()
    try live.perform("settings", "storage \(path)", "back", "add a b c")
    #expect(FileManager.default.fileExists(atPath: path))
    try FileManager.default.removeItem(atPath: path)
    let again = try ItemListSession()
    #expect(live.tape.replay(in: again.app.dispatcher) == [])
    #expect(try again.states() == live.states())
    #expect(!FileManager.default.fileExists(atPath: path))
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
