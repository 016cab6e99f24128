import FluxTesting
import Annotations
import Foundation
import PlayheadFlux
import Synchronization
import Testing

@Suite struct `A project's file` {
  @Test func `'open' in the annotations app creates a new file with the sample project`()
    async throws
  {
    try await withFile { path in
      let site = try await Site()
      let before = try site.stored
      try await site.perform("open \(path)")
      #expect(try site.stored == before)
      #expect(site.app.stores.sheets.state.path == path)
      #expect(FileManager.default.fileExists(atPath: path))
    }
  }

  @Test
  func
    `the annotations app's database file stores a title with SQL, quotation marks and emoji unchanged`()
    async throws
  {
    let title = #"'; DROP TABLE annotations; -- ? ü😀 \\ "quoted" \t end"#
    try await withFile { path in
      let before = try await Site()
      try await before.perform("open \(path)", "issue \(title)")
      let after = try await Site()
      try await after.perform("open \(path)")
      #expect(
        try after.annotation(6).title
          == "'; DROP TABLE annotations; -- ? ü😀 \\ \"quoted\" \t end")
      #expect(try after.stored == before.stored)
    }
  }

  @Test
  func
    `opening an annotations database with a damaged byte does not crash and does not change the file`()
    async throws
  {
    try await withFile { path in
      try await Site().perform("open \(path)", "offline", "issue A", "status 6 closed")
      let whole = try Data(contentsOf: URL(filePath: path))
      // Each page's first bytes say how the rest is to be read; the file's header is 100 bytes.
      let places = Array(0..<100) + stride(from: 100, to: whole.count, by: 397)
      let pages = Array(stride(from: 4_096, to: whole.count, by: 4_096))
      var refused: [Int] = []
      for place in places + pages {
        var bytes = whole
        bytes[place] ^= 0xFF
        try bytes.write(to: URL(filePath: path))
        if opening(path) != nil { refused.append(place) }
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes, "byte \(place)")
      }
      // SQLite's name and its version for readers have to be right, and so has the kind of every page that is read; in a
      // text any letter is.
      let header = Array(0..<16) + [19, 100]
      #expect(Set(refused).isSuperset(of: header), "\(refused)")
      #expect(pages.count { refused.contains($0) } >= 3, "\(refused)")
    }
  }

  @Test func `opening a truncated annotations database is an error and does not change the file`()
    async throws
  {
    try await withFile { path in
      try await Site().perform("open \(path)")
      let whole = try Data(contentsOf: URL(filePath: path))
      for count in [99, 100, 4095, 4096, whole.count - 4096] {
        try whole.prefix(count).write(to: URL(filePath: path))
        #expect(opening(path)?.hasPrefix("'\(path)' is damaged or no database (") == true)
        #expect(try Data(contentsOf: URL(filePath: path)) == whole.prefix(count))
      }
    }
  }

  @Test
  func
    `opening a file that is no database in the annotations app is an error and keeps the open project`()
    async throws
  {
    try await withFile { path in
      let letter = Data("Dear Ada, this is a letter and no database at all.".utf8)
      try letter.write(to: URL(filePath: path))
      let site = try await Site()
      try await site.perform("offline", "issue A", "online")
      let before = try site.stored
      try await site.perform("open \(path)")
      #expect(
        site.notices == [
          "'\(path)' is damaged or no database (file is not a database), and was left as it is; "
            + "open a copy of it from before"
        ])
      #expect(try site.stored == before)
      #expect(try Data(contentsOf: URL(filePath: path)) == letter)
      // The project that was open still is: it takes changes, and keeps them.
      try await site.perform("issue B")
      #expect(try site.database == site.stored)
      #expect(site.tape.cause(of: "DatabaseFailed") == "OpenProject")
    }
  }

  @Test func `opening SQLite's ':memory:' as an annotations database is an error`() {
    #expect(
      opening(":memory:")
        == "':memory:' cannot be opened (SQLite's name for a database in memory); the project that "
        + "was open still is")
  }

  @Test(arguments: ["/", "/no such folder/a.plan"])
  func `opening an annotations database at an impossible path is an error with a sentence`(
    path: String
  ) throws {
    #expect(
      opening(path)
        == "'\(path)' cannot be opened (unable to open database file); the project that was open "
        + "still is")
  }
}

@Suite struct `A failing database` {
  @Test
  func
    `if its database is full, the annotations app undoes a change with a notice and does not send it`()
    async throws
  {
    let site = try await Site(World { FullDatabase($0) })
    let before = try site.stored
    try await site.perform("issue A")
    #expect(site.tape.names.suffix(2) == ["CreateIssue", "ChangeNotSaved"])
    #expect(try site.stored.annotations == before.annotations)
    #expect(try site.database.annotations == before.annotations)
    #expect(site.outbox.pending.isEmpty)
    #expect(
      site.notices == [
        "#6 was not made: the database could not do it (disk is full); try again when that is over"
      ])
    #expect(site.world.server.asked.isEmpty)
  }

  @Test func `if saving a change fails halfway, the annotations database saves no part of it`()
    async throws
  {
    let site = try await Site()
    try await site.perform("offline", "status 1 closed")
    let kept = try #require(site.outbox.queue.first)
    // The row can be written, and then the queue refuses a second change of the same identity.
    let twin = Change(
      id: kept.id, subject: kept.subject, sheet: 1, number: 1, author: "Ada", date: kept.date,
      before: kept.after, operation: .delete)
    let database = try site.world.database
    #expect(throws: DatabaseError.self) { try database.save(twin) }
    #expect(try site.database == site.stored)
    try await site.perform("status 4 closed")
    #expect(try site.database == site.stored)
  }

  @Test
  func
    `the annotations app sends a change again after a restart if its confirmation was not saved`()
    async throws
  {
    try await withFile { path in
      let site = try await Site(World { ForgetfulDatabase($0) })
      try await site.perform("open \(path)", "issue A")
      #expect(site.tape.cause(of: "DatabaseFailed") == "ChangeAccepted")
      #expect(site.outbox.pending.isEmpty)
      let after = try await Site()
      try await after.perform("open \(path)")
      #expect(after.world.server.asked == site.world.server.asked)
      #expect(try after.database == after.stored)
    }
  }
}

@Suite struct `A sheet that cannot be read` {
  @Test
  func
    `the annotations app reads a sheet that its database could not read when it is selected again`()
    async throws
  {
    let site = try await Site(World { BusyDatabase($0) })
    try await site.perform("sheet 2")
    #expect(
      site.notices == ["the database could not do it (busy); try again when that is over"])
    #expect(!site.app.stores.issues.state.isLoaded)
    try await site.perform("sheet 2")
    #expect(site.issues.map(\.number) == [1])
    #expect(await site.refusal(of: "sheet 2") == "sheet 2 is in view already")
  }
}

/// The sentence that opening `path` is refused with.
private func opening(_ path: String) -> String? {
  do {
    let database = try ProjectDatabase(path: path)
    _ = try database.project()
    _ = try database.annotations(onSheet: 1)
    return nil
  } catch {
    return "\(error)"
  }
}

/// A database that keeps no change.
private final class FullDatabase: Database {
  private let real: ProjectDatabase

  init(_ real: ProjectDatabase) { self.real = real }

  func project() throws -> Project { try real.project() }
  func annotations(onSheet sheet: Int) throws -> [Annotation] {
    try real.annotations(onSheet: sheet)
  }
  func save(_ change: Change) throws { throw DatabaseError.failed(reason: "disk is full") }
  func remove(_ change: UUID) throws {}
  func undo(_ change: UUID, _ update: RowUpdate, later: [Change]) throws {}
}

/// A database that cannot read the second sheet when it is asked first.
private final class BusyDatabase: Database {
  private let real: ProjectDatabase
  private let isBusy = Mutex(true)

  init(_ real: ProjectDatabase) { self.real = real }

  func project() throws -> Project { try real.project() }
  func annotations(onSheet sheet: Int) throws -> [Annotation] {
    let fails = isBusy.withLock { isBusy in
      guard sheet == 2 else { return false }
      defer { isBusy = false }
      return isBusy
    }
    if fails { throw DatabaseError.failed(reason: "busy") }
    return try real.annotations(onSheet: sheet)
  }
  func save(_ change: Change) throws { try real.save(change) }
  func remove(_ change: UUID) throws { try real.remove(change) }
  func undo(_ change: UUID, _ update: RowUpdate, later: [Change]) throws {
    try real.undo(change, update, later: later)
  }
}

/// A database that cannot take a change from its queue.
private final class ForgetfulDatabase: Database {
  private let real: ProjectDatabase

  init(_ real: ProjectDatabase) { self.real = real }

  func project() throws -> Project { try real.project() }
  func annotations(onSheet sheet: Int) throws -> [Annotation] {
    try real.annotations(onSheet: sheet)
  }
  func save(_ change: Change) throws { try real.save(change) }
  func remove(_ change: UUID) throws { throw DatabaseError.failed(reason: "disk is full") }
  func undo(_ change: UUID, _ update: RowUpdate, later: [Change]) throws {}
}
