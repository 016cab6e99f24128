import Annotations
import FluxTesting
import Foundation
import PlayheadFlux
import Testing

@Suite struct `The queue` {
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
  func `the annotations app sends changes from four threads in the order in which it saved them`()
    async throws
  {
    let site = try await Site()
    await onOwnThread { [dispatcher = site.app.dispatcher] in
      // Four threads that do not wait for the server: each change finds another one under way.
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for number in 1...25 { dispatcher.dispatch(CreateIssue(title: "\(thread)/\(number)")) }
      }
    }
    try await site.perform("sync")
    #expect(site.outbox.pending.isEmpty)
    #expect(site.issues.count == 103)
    #expect(try site.database == site.stored)
    let first = site.world.server.asked.enumerated().reduce(into: [UUID: Int]()) { first, asked in
      first[asked.element.id] = first[asked.element.id] ?? asked.offset
    }
    #expect(first.sorted { $0.value < $1.value }.map(\.key) == site.tape.saved)
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
}

@Suite struct `A server that does not answer` {
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

  @Test func `a server that loses half of the annotations app's messages accepts each change once`()
    async throws
  {
    // Half of all messages are lost: with either loss the client has to ask again.
    let server = SiteServer(seed: 7, losses: 50)
    let world = World()
    let outside = Outside(
      openDatabase: world.outside.openDatabase, makeServer: { server })
    let site = try await Site(world, outside: outside)
    for number in 1...20 { try await site.perform("issue Number \(number)") }
    for _ in 1...50 where !site.outbox.pending.isEmpty { try await site.perform("sync") }
    #expect(site.outbox.pending.isEmpty)
    #expect(site.notices == [])
    #expect(await server.acceptedCount == 20)
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

extension Tape {
  /// The changes that the database has kept, in order.
  fileprivate var saved: [UUID] {
    entries(of: ChangeSaved.self).compactMap { ($0.action as? ChangeSaved)?.change }
  }
}
