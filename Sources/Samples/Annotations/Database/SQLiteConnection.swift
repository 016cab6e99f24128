import CSQLite

/// A connection to SQLite, with statements and their values kept apart.
///
/// Statements are `StaticString`s, which only the compiler makes, so that no value gets into a statement.
///
/// `@unchecked` because SQLite itself admits one thread at a time (`SQLITE_OPEN_FULLMUTEX`).
package final class SQLiteConnection: @unchecked Sendable {
  /// The file's name in errors.
  let path: String

  private let handle: OpaquePointer

  /// How many milliseconds a statement waits for another program to release the file. The command line waits
  /// as long: another session's change takes milliseconds, and after a second a user suspects a hang.
  package static let patience = 1000

  /// Opens the file at `path`, which need not exist; a database in memory for nil.
  package init(
    path: String?, patience: Int = SQLiteConnection.patience
  ) throws(DatabaseError) {
    self.path = path ?? "the database in memory"
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    // A project at a path must still be there when the path is opened again.
    guard path != ":memory:" else {
      throw .cannotOpen(path: self.path, reason: "SQLite's name for a database in memory")
    }
    let code = sqlite3_open_v2(path ?? ":memory:", &opened, flags, nil)
    guard code == SQLITE_OK, let handle = opened else {
      // SQLite returns a connection even if it cannot open it.
      sqlite3_close_v2(opened)
      let reason = String(cString: sqlite3_errstr(code))
      throw .cannotOpen(path: self.path, reason: reason)
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Int32(clamping: patience))
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs a statement that returns no rows.
  package func run(_ sql: StaticString, _ values: SQLiteValue...) throws(DatabaseError) {
    let statement = try SQLiteStatement(sql, values, on: handle, at: path)
    while try statement.step() {}
  }

  /// The number of rows that the last statement changed.
  var changedRowCount: Int { Int(sqlite3_changes(handle)) }

  /// Runs a statement, and reads each row.
  func rows<Row>(
    _ sql: StaticString, _ values: SQLiteValue..., read: (SQLiteStatement) throws -> Row
  ) throws -> [Row] {
    let statement = try SQLiteStatement(sql, values, on: handle, at: path)
    var rows: [Row] = []
    while try statement.step() { rows.append(try read(statement)) }
    return rows
  }

  /// Runs `body` as one transaction.
  func transaction(_ body: () throws -> Void) throws {
    try run("BEGIN IMMEDIATE")
    do {
      try body()
      try run("COMMIT")
    } catch {
      // If SQLite has already rolled back, this fails, and nothing is left to do.
      try? run("ROLLBACK")
      throw error
    }
  }
}
