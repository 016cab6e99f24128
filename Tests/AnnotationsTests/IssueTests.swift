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

  @Test func `the annotations app shows a change before it saves and sends it`() async throws {
    let site = try await Site()
    let told = Mutex<[String]>([])
    let token = site.app.stores.issues.observe { [stores = site.app.stores, world = site.world] in
      let number = $0.rows.last?.number ?? 0
      let kept = (try? world.database.annotations(onSheet: 1).last?.number) ?? 0
      let asked = world.server.asked.count
      told.withLock {
        $0.append(
          "#\(number), kept #\(kept), asked \(asked), saving \(stores.outbox.state.saving.count)")
      }
    }
    defer { token.cancel() }
    try await site.perform("issue First")
    #expect(
      told.withLock { $0 } == [
        "#5, kept #5, asked 0, saving 0", "#6, kept #5, asked 0, saving 1",
      ])
    #expect(site.world.server.asked.count == 1)
  }

  @Test func `in the annotations app, the identifier and date of a new issue are recorded inputs`()
    async throws
  {
    let site = try await Site()
    try await site.perform("issue One")
    let draws = try #require(site.tape.entries.last { $0.name == "CreateIssue" }).draws
    let issue = try site.annotation(6)
    #expect(draws.map(\.kind) == [.uuid, .date, .uuid])
    #expect(draws.prefix(2) == [.uuid(issue.id), .date(issue.created)])
  }

  @Test(arguments: [
    "issue One", "add text Two", "add photo Three", "add drawing Four", "status 1 closed",
    "status 5 open", "assign 1 Ben", "assign 1 nobody", "assign 4 Ada", "share 3", "delete 3",
    "delete 4",
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
    let before = try site.app.states
    try await site.perform("offline")
    let one = try site.annotation(1)
    await site.dispatch(
      SetStatus(of: one.id, to: .open), Assign(one.id, to: "Cem"), Share(one.id),
      SetStatus(of: UUID(), to: .closed), SetStatus(of: try site.annotation(2).id, to: .closed),
      DeleteAnnotation(UUID()))
    try await site.perform("online")
    #expect(try site.app.states == before)
    #expect(!site.tape.names.contains("ChangeSaved"))
  }

  @Test func `the annotations app's store ignores the deletion of another user's issue`()
    async throws
  {
    let site = try await Site()
    await site.dispatch(DeleteAnnotation(try site.annotation(1).id))
    #expect(try site.annotation(1).author == "Ben")
    #expect(site.outbox.pending.isEmpty)
  }

  @Test func `the annotations app does not give a deleted issue's number to another issue`()
    async throws
  {
    let site = try await Site()
    try await site.perform("issue Six", "issue Seven", "delete 7", "issue Eight")
    #expect(site.issues.map(\.number) == [1, 4, 5, 6, 8])
  }
}

@Suite struct `A user may delete` {
  @Test func `in the annotations app, a user may delete only annotations that they created`()
    async throws
  {
    let board = try #require(try await Site().app.stores.board)
    #expect(board.annotations.filter(board.mayDelete).map(\.number) == [3, 4])
  }
}

@Suite struct `The shared store` {
  @Test func `the annotations app's issue store has the selected sheet's issues from the database`()
    async throws
  {
    let site = try await Site()
    #expect(site.issues.map(\.title).first == "Crack above the door")
    try await site.perform("sheet 2")
    #expect(site.issues.map(\.title) == ["Gutter leaks"])
    #expect(site.tape.cause(of: "SheetLoaded") == "SelectSheet")
    #expect(try site.database == site.stored)
  }

  @Test
  func `in the annotations app, a change of a sheet is still there after viewing another sheet`()
    async throws
  {
    let site = try await Site()
    try await site.perform("offline", "status 1 closed", "sheet 2", "sheet 1")
    #expect(try site.annotation(1).issue?.status == .closed)
  }

  @Test func `the annotations app's sheet view and issue list show the same issues`() async throws {
    let site = try await Site()
    try await site.perform("issue Six", "status 6 closed", "assign 6 Ben")
    let stores = site.app.stores
    let board = try #require(stores.board)
    let sheet = SheetViewModel.sheet(board, of: 2, filters: site.filters)
    let list = IssueListViewModel.list(stores.issues.state, stores.outbox.state)
    #expect(sheet.marks.filter { $0.kind == "issue" }.map(\.title) == list.rows.map(\.title))
    #expect(list.rows.last?.assignee == "Ben")
  }

  @Test
  func
    `a joint observer of four stores of the annotations app is called once per action that changes one`()
    async throws
  {
    let site = try await Site()
    try await site.perform("offline")
    let stores = site.app.stores
    let told = Mutex<[String]>([])
    let token = site.app.dispatcher.observe(
      stores.sheets, stores.issues, stores.annotations, stores.outbox
    ) { sheets, issues, others, outbox in
      let sheet = sheets.current
      told.withLock {
        $0.append(
          "\(sheet?.lastNumber ?? 0): \(issues.rows.count) + \(others.rows.count), "
            + "\(outbox.saving.count) + \(outbox.queue.count)")
      }
    }
    defer { token.cancel() }
    try await site.perform("issue Six", "add photo Seven", "filter open", "delete 3")
    #expect(
      told.withLock { $0 } == [
        "5: 3 + 2, 0 + 0", "6: 4 + 2, 1 + 0", "6: 4 + 2, 0 + 1", "7: 4 + 3, 1 + 1",
        "7: 4 + 3, 0 + 2", "7: 4 + 2, 1 + 2", "7: 4 + 2, 0 + 3",
      ])
  }

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

extension Site {
  /// What the database has of the sheet in view, and its queue.
  var database: Kept {
    get throws {
      let sheet = try #require(app.stores.sheets.state.current)
      let project = try world.database.project()
      return Kept(
        annotations: try world.database.annotations(onSheet: sheet.number),
        sheets: project.sheets, queue: project.queue)
    }
  }

  /// What the stores have of it.
  var stored: Kept {
    get throws {
      Kept(
        annotations: try #require(app.stores.board).annotations,
        sheets: app.stores.sheets.state.all, queue: outbox.queue)
    }
  }

  struct Kept: Equatable {
    let annotations: [Annotation]
    let sheets: [Sheet]
    let queue: [Change]
  }
}
