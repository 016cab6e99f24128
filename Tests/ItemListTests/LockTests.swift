import FluxTesting
import Foundation
import ItemList
import ItemListTerminal
import PlayheadFlux
import Testing

@MainActor @Suite struct `The lock` {
  @Test func `after three wrong codes, the password list checks no code for a while`() throws {
    let session = try ItemListSession()
    for _ in 1...LockState.failuresBeforePause { try session.perform("unlock 1", "wait") }
    try session.perform("unlock 2580", "wait")
    #expect(session.device.uses.count == LockState.failuresBeforePause)
    let until = try #require(session.core.lock.state.blockedUntil)
    let time = until.formatted(Date.ISO8601FormatStyle().time(includingFractionalSeconds: false))
    #expect(
      session.lines.last == "No code is checked until \(time) UTC; then 'unlock CODE' lets you in.")
    // The seeded clock goes on by a second with each look.
    for _ in 1...30 where session.core.lock.state.phase == .locked {
      try session.perform("unlock 2580", "wait")
    }
    #expect(session.core.lock.state.phase == .unlocked)
    #expect(session.core.lock.state.failures == 0)
    #expect(session.core.lock.state.blockedUntil == nil)
  }

  @Test func `locking the password list removes the passwords from its states and view`() throws {
    let session = try ItemListSession.unlocked()
    try session.perform("filter git", "open 1", "reveal")
    #expect(try session.states().values.contains { $0.contains("correct horse") })
    #expect(session.app.view.contains("correct horse"))
    try session.perform("lock")
    let states = try session.states()
    #expect(!states.values.contains { $0.contains("correct horse") || $0.contains("git") })
    #expect(session.app.view == "Locked.\n'unlock CODE' lets you in.")
    try session.perform("unlock 2580", "wait", "open 4")
    #expect(session.app.view.contains("••••••••"))
  }
}

extension Data {
  fileprivate func contains(_ text: String) -> Bool { firstRange(of: Data(text.utf8)) != nil }
}
