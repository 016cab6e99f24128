import Annotations
import Foundation
import Testing

@Suite struct `Another program's database` {
  @Test
  func `the annotations app refuses to open another program's database and does not change it`()
    async throws
  {
    try await withFile { path in
      try run("CREATE TABLE annotations (id INTEGER)", at: path)
      let before = try Data(contentsOf: URL(filePath: path))
      #expect(throws: DatabaseError.foreign(path: path)) { try ProjectDatabase(path: path) }
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
      let site = try await Site()
      try await site.perform("open \(path)")
      #expect(
        site.notices == [
          "'\(path)' is another program's database, and was left as it is; name a project's file, "
            + "or one that does not exist yet"
        ])
    }
  }

  @Test func `the annotations app refuses to open a database of a later version of the app`()
    async throws
  {
    try await withFile { path in
      try await Site().perform("open \(path)")
      try run("PRAGMA user_version = 7", at: path)
      #expect(throws: DatabaseError.newer(path: path, version: 7)) {
        try ProjectDatabase(path: path)
      }
    }
  }

  @Test
  func
    `in the annotations app, a change fails with a notice while another program locks the database`()
    async throws
  {
    try await withFile { path in
      let site = try await Site()
      try await site.perform("open \(path)")
      let other = try SQLiteConnection(path: path)
      try other.run("BEGIN EXCLUSIVE")
      try await site.perform("issue A")
      #expect(
        site.notices == [
          "#6 was not made: '\(path)' is being used by another program; try again when that is done"
        ])
      #expect(throws: DatabaseError.busy(path: path)) {
        try ProjectDatabase(path: path, patience: 0)
      }
      try other.run("ROLLBACK")
      try await site.perform("issue A")
      #expect(try site.database == site.stored)
    }
  }

  /// Runs a statement on a file, as another program would.
  private func run(_ sql: StaticString, at path: String) throws {
    try SQLiteConnection(path: path).run(sql)
  }
}
