import CSQLite

/// A connection to SQLite: statements with their values apart.
///
/// Statements are `StaticString`s, which only the compiler makes: no value gets into one.
///
/// Unchecked because SQLite itself lets one thread at a time in (`SQLITE_OPEN_FULLMUTEX`).
package final class SQLiteConnection: @unchecked Sendable {
  /// What errors call the file.
  let path: String

  private let handle: OpaquePointer

  /// How long a statement waits for another program to be done with the file, in milliseconds. A line
  /// waits as long: another session's change takes some milliseconds, and after a second people ask
  /// themselves whether it hangs.
  package static let patience = 1000

  /// Opens the file at `path`, which need not exist; in memory if it is nil.
  package init(
    path: String?, patience: Int = SQLiteConnection.patience
  ) throws(DatabaseError) {
    self.path = path ?? "the database in memory"
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    // What is kept at a path is to be there when the path is opened again.
    guard path != ":memory:" else {
      throw .cannotOpen(path: self.path, reason: "SQLite's name for a database in memory")
    }
    let code = sqlite3_open_v2(path ?? ":memory:", &opened, flags, nil)
    guard code == SQLITE_OK, let handle = opened else {
      // SQLite hands out a connection also when it cannot open it.
      sqlite3_close_v2(opened)
      let reason = String(cString: sqlite3_errstr(code))
      throw .cannotOpen(path: self.path, reason: reason)
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Int32(clamping: patience))
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs a statement that gives no rows.
  package func run(_ sql: StaticString, _ values: SQLiteValue...) throws(DatabaseError) {
    let statement = try SQLiteStatement(sql, values, on: handle, at: path)
    while try statement.step() {}
  }

  /// How many rows the last statement has changed.
  var changedRowCount: Int { Int(sqlite3_changes(handle)) }

  /// Runs a statement, and reads each row that it gives.
  func rows<Row>(
    _ sql: StaticString, _ values: SQLiteValue..., read: (SQLiteStatement) throws -> Row
  ) throws -> [Row] {
    let statement = try SQLiteStatement(sql, values, on: handle, at: path)
    var rows: [Row] = []
    while try statement.step() { rows.append(try read(statement)) }
    return rows
  }

  /// Runs `body` as a whole, or not at all.
  func transaction(_ body: () throws -> Void) throws {
    try run("BEGIN IMMEDIATE")
    do {
      try body()
      try run("COMMIT")
    } catch {
      // When SQLite has rolled back by itself this fails, and there is nothing left to do.
      try? run("ROLLBACK")
      throw error
    }
  }
}
