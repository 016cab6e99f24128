import CSQLite
import Foundation
import TextEditor

/// A log without Playhead: each action is a row of SQLite with a JSON payload, with one `INSERT` each, in WAL
/// mode with `synchronous=NORMAL`.
final class SQLiteLog {
  private var database: OpaquePointer?
  private var insert: OpaquePointer?
  private let encoder = JSONEncoder()

  init(_ path: String) throws {
    guard sqlite3_open(path, &database) == SQLITE_OK else {
      throw BenchmarkError("'\(path)' cannot be opened by SQLite")
    }
    for sql in [
      "PRAGMA journal_mode=WAL", "PRAGMA synchronous=NORMAL",
      "CREATE TABLE actions (step INTEGER PRIMARY KEY, time REAL, type TEXT, payload BLOB)",
    ] {
      sqlite3_exec(database, sql, nil, nil, nil)
    }
    let sql = "INSERT INTO actions (time, type, payload) VALUES (?, ?, ?)"
    guard sqlite3_prepare_v2(database, sql, -1, &insert, nil) == SQLITE_OK else {
      throw BenchmarkError("SQLite does not take the statement")
    }
  }

  deinit {
    sqlite3_finalize(insert)
    sqlite3_close(database)
  }

  func append(_ edit: Replace, time: Double) throws {
    let payload = try encoder.encode(edit)
    sqlite3_bind_double(insert, 1, time)
    // SQLITE_TRANSIENT: SQLite copies the bytes.
    let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(insert, 2, Replace.actionName, -1, copy)
    _ = payload.withUnsafeBytes {
      sqlite3_bind_blob(insert, 3, $0.baseAddress, Int32($0.count), copy)
    }
    guard sqlite3_step(insert) == SQLITE_DONE else {
      throw BenchmarkError("SQLite did not take a row")
    }
    sqlite3_reset(insert)
  }
}
