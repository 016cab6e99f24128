import Annotations
import FluxTesting
import Foundation
import PlayheadFlux
import Testing

@Suite struct `A project's file` {
  @Test
  func
    `'open' in the annotations app creates a file that keeps titles with SQL, quotes and emoji unchanged`()
    async throws
  {
    let title = #"'; DROP TABLE annotations; -- ? ü😀 \\ "quoted" \t end"#
    try await withFile { path in
      let site = try await Site()
      let before = try site.stored
      try await site.perform("open \(path)")
      #expect(try site.stored == before)
      #expect(site.app.stores.sheets.state.path == path)
      try await site.perform("issue \(title)")
      let after = try await Site()
      try await after.perform("open \(path)")
      #expect(
        try after.annotation(6).title
          == "'; DROP TABLE annotations; -- ? ü😀 \\ \"quoted\" \t end")
      #expect(try after.stored == site.stored)
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

  @Test(arguments: [
    ("/", "unable to open database file"),
    ("/no such folder/a.plan", "unable to open database file"),
    (":memory:", "SQLite's name for a database in memory"),
  ])
  func `opening an annotations database at an impossible path is an error with a sentence`(
    path: String, reason: String
  ) {
    #expect(
      opening(path) == "'\(path)' cannot be opened (\(reason)); the project that was open still is")
  }
}

@Suite struct `A failing database` {
  private static let full = DatabaseError.failed(reason: "disk is full")

  @Test
  func
    `if its database is full, the annotations app undoes a change with a notice and does not send it`()
    async throws
  {
    let site = try await Site(World { ChangedDatabase($0, save: { _, _ in throw Self.full }) })
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
      let site = try await Site(World { ChangedDatabase($0, remove: { _, _ in throw Self.full }) })
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

/// The sentence that opening `path` is refused with.
private func opening(_ path: String) -> String? {
  refusal {
    let database = try ProjectDatabase(path: path)
    _ = try (database.project(), database.annotations(onSheet: 1))
  }
}
