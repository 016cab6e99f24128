import Annotations
import FluxTesting
import Foundation
import PlayheadFlux
import Testing

@Suite struct `The queue` {
  @Test func `the annotations app sends queued changes in order when the network returns`()
    async throws
  {
    let site = try await Site()
    try await site.perform("offline", "issue A", "status 1 closed", "add text B", "assign 6 Ben")
    let numbers = site.outbox.queue.map(\.number)
    #expect(numbers == [6, 1, 7, 6])
    try await site.perform("online")
    #expect(site.world.server.asked.map(\.number) == numbers)
    #expect(site.tape.names.suffix(4) == Array(repeating: "ChangeAccepted", count: 4)[...])
    #expect(site.tape.cause(of: "ChangeAccepted") == "NetworkChanged")
    #expect(site.outbox.pending.isEmpty)
  }

  @Test func `the annotations app does not send queued changes while there is no network`()
    async throws
  {
    let site = try await Site()
    try await site.perform("offline", "issue A")
    #expect(await site.refusal(of: "sync") == "there is no network; 'online' finds it again")
    await site.dispatch(RetrySync())
    #expect(site.world.server.asked.isEmpty)
    #expect(site.world.serverCount == 0)
  }

  @Test
  func `the annotations app's queued changes survive a restart, and it sends them afterwards`()
    async throws
  {
    try await withFile { path in
      let before = try await Site()
      try await before.perform("open \(path)", "offline", "issue A", "status 6 closed")
      for number in 1...8 { try await before.perform("add text \(number)") }
      let after = try await Site()
      #expect(after.world.server.asked.isEmpty)
      try await after.perform("offline", "open \(path)")
      #expect(after.outbox.queue == before.outbox.queue)
      #expect(after.outbox.queue.map(\.number) == [6, 6, 7, 8, 9, 10, 11, 12, 13, 14])
      #expect(try after.database == before.stored)
      try await after.perform("online")
      #expect(after.world.server.asked == before.outbox.queue)
      #expect(try after.world.database.project().queue == [])
    }
  }

  @Test func `opening an annotations database with queued changes sends them`() async throws {
    try await withFile { path in
      try await Site().perform("open \(path)", "offline", "issue A")
      let after = try await Site()
      try await after.perform("open \(path)")
      #expect(after.tape.cause(of: "ChangeAccepted") == "ProjectOpened")
    }
  }
}

@Suite struct `A server that does not answer` {
  @Test
  func `the annotations app sends a change up to three times to a server that does not answer`()
    async throws
  {
    let site = try await Site(World(TestServer(failures: 2)))
    try await site.perform("issue A")
    #expect(site.world.server.asked.map(\.number) == [6, 6, 6])
    #expect(Set(site.world.server.asked.map(\.id)).count == 1)
    #expect(site.tape.names.suffix(3) == ["CreateIssue", "ChangeSaved", "ChangeAccepted"])
  }

  @Test
  func
    `after three tries without an answer, the annotations app pauses syncing and keeps the change`()
    async throws
  {
    let site = try await Site(World(TestServer(failures: 3)))
    try await site.perform("issue A")
    #expect(site.tape.cause(of: "SyncPaused") == "ChangeSaved")
    #expect(site.app.stores.network.state.pause == "the server does not answer")
    #expect(try site.annotation(6).title == "A")
    #expect(site.outbox.queue.map(\.number) == [6])
  }

  @Test(arguments: [["sync"], ["issue B"], ["offline", "online"]])
  func
    `after a pause, the annotations app syncs again on 'sync', another change or a new connection`(
      lines: [String]
    )
    async throws
  {
    let site = try await Site(World(TestServer(failures: 3)))
    try await site.perform("issue A")
    for line in lines { try await site.perform(line) }
    #expect(site.outbox.pending.isEmpty)
    #expect(site.app.stores.network.state.pause == nil)
  }

}

@Suite struct `A change that the server refuses` {
  /// A server that refuses to give an issue to Dora.
  static func world() -> World {
    World(
      TestServer { change in
        change.operation == .assign("Dora") ? .rejected("not Dora") : .accepted
      })
  }

  @Test
  func
    `the annotations app undoes a change that the server refuses in the stores and the database`()
    async throws
  {
    let site = try await Site(Self.world())
    let before = try site.stored
    try await site.perform("assign 4 Dora")
    #expect(site.tape.names.suffix(3) == ["Assign", "ChangeSaved", "ChangeRejected"])
    #expect(try site.stored == before)
    #expect(try site.database == before)
    #expect(site.notices == ["not Dora"])
  }

  @Test(
    arguments: [
      // A later change of another field, one of the same field, and a sheet that is not in view.
      (["status 4 closed", "share 3", "online"], true, nil),
      (["assign 4 Ben", "online"], false, "Ben"),
      (["sheet 2", "online", "sheet 1"], false, nil),
    ] as [([String], Bool, String?)])
  func `undoing a change that the server refused keeps later changes, also on a sheet not in view`(
    lines: [String], isClosed: Bool, assignee: String?
  ) async throws {
    let site = try await Site(Self.world())
    try await site.perform("offline", "assign 4 Dora")
    for line in lines { try await site.perform(line) }
    #expect(
      try site.annotation(4).issue
        == Issue(status: isClosed ? .closed : .open, assignee: assignee))
    #expect(try site.database == site.stored)
  }

  @Test
  func
    `a change that the server refused leaves the queue and the old values of later queued changes`()
    async throws
  {
    let site = try await Site(Self.world())
    try await site.perform("offline", "assign 4 Dora", "status 4 closed")
    let dora = try #require(site.outbox.queue.first)
    await site.dispatch(ChangeRejected(change: dora.id, sentence: "not Dora"))
    let left = try #require(site.outbox.queue.first)
    #expect(site.outbox.queue.count == 1)
    #expect(left.before?.issue == Issue(status: .open, assignee: nil))
    #expect(try site.database == site.stored)
  }

  @Test
  func
    `if the server refuses a new issue, the annotations app also removes later changes of the issue`()
    async throws
  {
    let world = World(
      TestServer { change in change.before == nil ? .rejected("no room") : .accepted })
    let site = try await Site(world)
    try await site.perform("offline", "issue A", "status 6 closed", "online")
    #expect(site.issues.map(\.number) == [1, 4, 5])
    #expect(site.outbox.pending.isEmpty)
    #expect(try site.database == site.stored)
  }
}

@Suite struct `The site's server` {
  @Test func `the annotations app's simulated server rejects a deletion by anyone but the author`()
    async throws
  {
    let row = try await Site().annotation(1)
    let change = Change(
      id: UUID(), subject: row.id, sheet: 1, number: 1, author: "Ada", date: .now, before: row,
      operation: .delete)
    #expect(
      try await SiteServer(losses: 0).send(change)
        == .rejected("#1 is as it was: only Ben may delete it"))
  }
}
