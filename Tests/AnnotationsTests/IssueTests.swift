import FluxTesting
import Annotations
import Foundation
import PlayheadFlux
import Synchronization
import Testing

@Suite struct `A change` {
  @Test
  func
    `a new issue in the annotations app updates all views at once, is saved and waits in the queue`()
    async throws
  {
    let site = try await Site()
    try await site.perform("offline")
    let told = Mutex<[String]>([])
    let list = site.app.stores.issues.observe { query in
      told.withLock { $0.append("list \(query.rows.count)") }
    }
    let badge = site.app.stores.issues.observe(\.rows.count) { count in
      told.withLock { $0.append("badge \(count)") }
    }
    defer {
      list.cancel()
      badge.cancel()
    }
    try await site.perform("issue Water in the cellar")
    #expect(try site.annotation(6).title == "Water in the cellar")
    #expect(told.withLock { $0 } == ["list 3", "badge 3", "list 4", "badge 4"])
    #expect(try site.world.database.annotations(onSheet: 1).last == site.annotation(6))
    #expect(site.outbox.queue.map(\.number) == [6])
    #expect(site.world.server.asked.isEmpty)
  }

  @Test(arguments: [
    "issue One", "add text Two", "status 1 closed", "assign 1 Ben", "assign 1 nobody", "share 3",
    "delete 3", "delete 4",
  ])
  func `in the annotations app, database, stores and queue agree after each kind of change`(
    line: String
  ) async throws {
    let site = try await Site()
    try await site.perform("offline", line)
    #expect(try site.database == site.stored)
    #expect(site.outbox.queue.count == 1)
    try await site.perform("online")
    #expect(try site.database == site.stored)
    #expect(site.outbox.pending.isEmpty)
  }

  @Test func `the annotations app neither saves nor sends a change that has no effect`()
    async throws
  {
    let site = try await Site()
    let before = try site.states
    try await site.perform("offline")
    let one = try site.annotation(1)
    await site.dispatch(
      SetStatus(of: one.id, to: .open), Assign(one.id, to: "Cem"), Share(one.id),
      SetStatus(of: UUID(), to: .closed), SetStatus(of: try site.annotation(2).id, to: .closed),
      // An issue that is not there, and another user's.
      DeleteAnnotation(UUID()), DeleteAnnotation(one.id))
    try await site.perform("online")
    #expect(try site.states == before)
    #expect(!site.tape.names.contains("ChangeSaved"))
  }
}

@Suite struct `The shared store` {
  @Test func `the annotations app's issue store ignores a late result for another sheet`()
    async throws
  {
    let site = try await Site()
    let first = try site.world.database.annotations(onSheet: 1)
    try await site.perform("sheet 2")
    await site.dispatch(SheetLoaded(sheet: 1, annotations: first))
    #expect(site.issues.map(\.title) == ["Gutter leaks"])
  }
}
